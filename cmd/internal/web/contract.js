// Writes contract.d.ts, the contract's schemas as types for the page, from
// openapi.json. Development only: the page itself has no build.

import { readFileSync, writeFileSync } from "node:fs";

const at = (name) => new URL(name, import.meta.url);
const schemas = JSON.parse(readFileSync(at("openapi.json"), "utf8")).components.schemas;

// A schema as a type. What it does not know is an error: a type that says nothing
// would let everything through.
function typed(schema) {
  if (schema.$ref) return schema.$ref.replace("#/components/schemas/", "");
  if (schema.oneOf) return schema.oneOf.map(typed).join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  switch (schema.type) {
    case "array": return `Array<${typed(schema.items)}>`;
    case "integer": case "number": return "number";
    case "string": case "boolean": case "null": return schema.type;
    case "object": return schema.properties ? members(schema) : `{ [name: string]: ${schema.additionalProperties ? typed(schema.additionalProperties) : "never"} }`;
  }
  throw new Error(`contract.js: no type for the schema ${JSON.stringify(schema)}`);
}

const comment = (schema) => (schema.description ? `/** ${schema.description.replaceAll("*/", "* /")} */ ` : "");

function members({ properties, required = [] }) {
  const line = ([name, schema]) => `  ${comment(schema)}${name}${required.includes(name) ? "" : "?"}: ${typed(schema)};`;
  return `{\n${Object.entries(properties).map(line).join("\n")}\n}`;
}

writeFileSync(at("contract.d.ts"), Object.entries(schemas)
  .map(([name, schema]) => `${comment(schema)}export type ${name} = ${typed(schema)};\n`).join("\n"));
