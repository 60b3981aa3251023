#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Makes the sample profile again: make_sample.sh MAKE_TRACE DIR
# writes rank0.pt.trace.json.gz and rank1.pt.trace.json.gz into DIR, without names or times in the gzip
# header, so that the same program gives the same files.
set -eu

if [ $# -ne 2 ]; then
  echo "usage: $0 MAKE_TRACE DIR" >&2
  exit 1
fi

"$1" --sample -o "$2"
gzip -9nf "$2/rank0.pt.trace.json" "$2/rank1.pt.trace.json"
