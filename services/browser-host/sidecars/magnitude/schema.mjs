// A JSON schema as the zod schema that Magnitude wants; what zod and it know no word for is text.

import { createRequire } from 'node:module';

const { z } = createRequire(import.meta.url)('zod');

export function toZod(schema, root = schema) {
  if (schema.$ref) return toZod(referred(schema.$ref, root), root);
  const type = kindOf(schema, root);
  return schema.description ? type.describe(schema.description) : type;
}

function kindOf(schema, root) {
  const choices = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null');
  if (choices?.length === 1) return toZod(choices[0], root);
  if (choices?.length > 1) return z.union(choices.map((each) => toZod(each, root)));
  if (schema.enum) return z.enum(schema.enum.map(String));
  switch ([schema.type].flat().find((type) => type !== 'null')) {
    case 'object':
      return objectOf(schema, root);
    case 'array':
      return z.array(toZod(schema.items ?? {}, root));
    case 'integer':
      return z.number().int();
    case 'number':
      return z.number();
    case 'boolean':
      return z.boolean();
    default:
      return z.string();
  }
}

function objectOf({ properties = {}, required = [] }, root) {
  const entries = Object.entries(properties).map(([name, each]) => {
    const type = toZod(each, root);
    return [name, required.includes(name) ? type : type.optional()];
  });
  return z.object(Object.fromEntries(entries));
}

function referred(reference, root) {
  return reference.replace(/^#\//, '').split('/').reduce((place, name) => place?.[name], root) ?? {};
}
