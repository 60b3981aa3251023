// SPDX-License-Identifier: Apache-2.0
// Talks to the server with a public client: node npm_client.cjs MODULES PROGRAM FOLDER. MODULES is a folder node_modules.
// Prints a JSON object: for each client its version of the protocol, the tools, and what some calls gave.

const { createRequire } = require("module");
const path = require("path");

const [modules, program, folder] = process.argv.slice(2);
const load = createRequire(path.join(modules, "x.js"));
const endless = "with recursive a(x) as (select 1 union all select x + 1 from a) select count(*) from a";

async function talk(Client, Transport, options) {
  const client = new Client({ name: "test", version: "1" }, options);
  await client.connect(new Transport({ command: program, args: ["mcp", "--allow", folder], stderr: "inherit" }));
  const call = (name, args, more) => client.callTool({ name, arguments: args }, ...more ?? []);
  const told = { server: client.getServerVersion().name, version: client.getNegotiatedProtocolVersion?.() };
  told.tools = (await client.listTools()).tools.map((tool) => tool.name);
  told.list = (await call("list", {})).structuredContent.found;
  told.info = (await call("info", { path: "a.json" })).structuredContent.steps;
  told.stats = (await call("stats", { path: "a.json", reports: ["summary"] })).structuredContent.summary.steps;
  told.findings = (await call("findings", { path: "a.json" })).structuredContent.schema;
  told.compare = (await call("compare", { paths: ["a.json", "a.json"] })).structuredContent.schema;
  told.query = (await call("query", { path: "a.json", sql: "select 1" })).structuredContent.rows;
  told.refused = (await call("info", { path: "/etc/passwd" })).isError;
  if (told.tools.includes("render")) {
    const image = (await call("render", { paths: ["a.json"], view: "timeline", size: "320x200" })).content[0];
    told.render = [image.mimeType, Buffer.from(image.data, "base64").subarray(1, 4).toString()];
  }
  told.unknown = await call("nothing", {}).then((result) => result.isError ?? false, (error) => error.code);
  return [client, call, told];
}

async function main() {
  const answers = {};
  const has = (name) => { try { load.resolve(name); return true; } catch { return false; } };

  if (has("@modelcontextprotocol/sdk/client/index.js")) {
    const { Client } = load("@modelcontextprotocol/sdk/client/index.js");
    const { StdioClientTransport } = load("@modelcontextprotocol/sdk/client/stdio.js");
    const [client, call, told] = await talk(Client, StdioClientTransport);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 200);
    told.cancelled = await call("query", { path: "a.json", sql: endless }, [undefined, { signal: controller.signal }])
      .then(() => false, () => true);
    told.after = (await call("query", { path: "a.json", sql: "select 2" })).structuredContent.rows;
    await client.close();
    answers.sdk = told;
  }
  if (has("@modelcontextprotocol/client")) {
    const { Client } = load("@modelcontextprotocol/client");
    const { StdioClientTransport } = load("@modelcontextprotocol/client/stdio");
    for (const mode of ["auto", "legacy"]) {
      const [client, , told] = await talk(Client, StdioClientTransport, { versionNegotiation: { mode } });
      await client.close();
      answers[mode] = told;
    }
  }
  console.log(JSON.stringify(answers));
}

main().catch((error) => { console.error(error); process.exit(1); });
