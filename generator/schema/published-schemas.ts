import formSchema from './form.schema.json' with { type: 'json' };

/**
 * Meta-schemas of built-in folders, by file name. They are in this package, because the `$schema` of schema files refers
 * to them.
 */
export const PUBLISHED_SCHEMAS: Readonly<Record<string, object>> = { 'form.schema.json': formSchema };
