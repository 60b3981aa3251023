# SPDX-License-Identifier: Apache-2.0
"""Scenarios: the window where text is written from right to left. Time runs from left to right there as well."""

import os
import re

import training
from preloaded import preloaded
from scenario import scenario
from timeline_page import timeline_of


def environment(stage):
    return preloaded(stage.environment, os.environ["STEPSCOPE_RIGHT_TO_LEFT"])


@scenario("right to left: everything around the timeline is mirrored, the timeline and its step buttons are not",
          sanitized=True)
def mirrored(stage):
    path = stage.write_trace("run.json", training.events(), deviceProperties=training.DEVICES)
    with stage.app(path, **environment(stage)) as app:
        def left(*what):
            return app.rectangle(app.find(*what))[0]

        def assert_order(*texts):
            """Each is further at the left than the one before."""
            places = [left("label", text) for text in texts]
            if places != sorted(places, reverse=True):
                raise AssertionError(f"The texts {texts} are in the wrong order: {places}")

        app.find(name="Summary")
        assert_order("GPU active time", "GPU utilization over time")
        timeline = timeline_of(app)
        timeline.click_slice(sum(training.front_ns(8)) / 2, "front_8")
        assert_order("Start", re.compile(r"^Step 8 \+ 2"), "Launched by")
        if not left("button", "Previous step") < left("button", "Next step"):
            raise AssertionError("The timeline runs from right to left")
        timeline.click_slice(sum(training.front_ns(9)) / 2, "front_9")
