import type { ResourceDefinition } from '../definition.js';
import { pointerOf } from '../pointer.js';
import { type CheckContext, fieldKind, type SchemaFile } from '../schema-set.js';

type File = SchemaFile<ResourceDefinition>;

/** Root keywords an embedded type may have; everything else speaks of records of their own. */
const EMBEDDED_KEYWORDS = new Set(['x-resource', 'x-constraints', 'x-renamed-from']);

/** Keywords that make no sense for the kind of the type. */
export function checkKinds(context: CheckContext): void {
  for (const file of context.resources) {
    const kind = file.definition['x-resource'];
    if (kind === 'embedded') checkEmbedded(context, file);
    else checkResource(context, file, kind);
  }
}

function checkEmbedded(context: CheckContext, { source, definition }: File): void {
  for (const keyword of Object.keys(definition)) {
    if (!keyword.startsWith('x-') || EMBEDDED_KEYWORDS.has(keyword)) continue;
    context.report(
      source,
      pointerOf(keyword),
      `${JSON.stringify(keyword)} makes no sense for an embedded type.`,
      'Remove it: an embedded type is a value inside other types, without table, routes or versions.',
    );
  }
  for (const [name, field] of Object.entries(definition.properties ?? {})) {
    for (const keyword of Object.keys(field)) {
      if (!keyword.startsWith('x-') || keyword === 'x-constraints') continue;
      context.report(
        source,
        pointerOf('properties', name, keyword),
        `${JSON.stringify(keyword)} makes no sense in an embedded type.`,
        'Remove it: the value is stored inside the JSON column of the field that embeds it.',
      );
    }
  }
}

function checkResource(context: CheckContext, file: File, kind: 'component' | 'page_data'): void {
  const { source, definition } = file;
  const refuse = (keyword: string, message: string, hint: string) =>
    context.report(source, pointerOf(keyword), message, hint);
  if (definition.additionalProperties !== undefined) {
    refuse(
      'additionalProperties',
      '"additionalProperties" makes no sense here: only declared fields exist.',
      'Remove it.',
    );
  }
  if (definition['x-virtual'] !== undefined) {
    refuse(
      'x-virtual',
      'Types without a table ("x-virtual") are not supported.',
      'Remove it: store the type, and work members out with "x-computed": { "resolver": "name" }.',
    );
  }
  if (kind === 'page_data') checkPageData(file, refuse);
  checkOperations(file, kind, refuse);
  const published = definition['x-publishable'];
  if (published === undefined || published === false) checkUnpublished(context, file);
  const pages = definition['x-pagination'];
  if (pages !== undefined && (pages.itemsPerPage ?? 30) > (pages.maximumItemsPerPage ?? 100)) {
    refuse(
      'x-pagination',
      '"itemsPerPage" is larger than "maximumItemsPerPage".',
      'Raise "maximumItemsPerPage" or lower "itemsPerPage".',
    );
  }
}

type Refuse = (keyword: string, message: string, hint: string) => void;

function checkPageData({ definition }: File, refuse: Refuse): void {
  if (definition['x-position-restricted'] !== undefined) {
    refuse(
      'x-position-restricted',
      '"x-position-restricted" makes no sense for page data: only components have positions.',
      'Remove it.',
    );
  }
  if (definition['x-timestamped'] === false) {
    refuse('x-timestamped', 'Page data is always timestamped.', 'Remove "x-timestamped".');
  }
}

function checkOperations({ definition }: File, kind: 'component' | 'page_data', refuse: Refuse): void {
  const operations = definition['x-operations'] ?? [];
  const hasUploads = Object.values(definition.properties ?? {}).some(
    (field) => fieldKind(field) === 'upload',
  );
  if (kind === 'page_data' && operations.includes('usage')) {
    refuse('x-operations', 'Page data has no "usage" operation: it is not placed.', 'Remove "usage".');
  }
  for (const operation of ['upload', 'download'] as const) {
    if (!operations.includes(operation) || hasUploads || definition['x-extends'] !== undefined) continue;
    refuse(
      'x-operations',
      `The operation "${operation}" needs an upload field.`,
      `Remove "${operation}", or add a field with "x-upload".`,
    );
  }
}

function checkUnpublished(context: CheckContext, { source, definition }: File): void {
  for (const [name, field] of Object.entries(definition.properties ?? {})) {
    if (field['x-upload']?.requiredOnPublish !== true) continue;
    context.report(
      source,
      pointerOf('properties', name, 'x-upload', 'requiredOnPublish'),
      '"requiredOnPublish" makes no sense: the type is not publishable.',
      'Add "x-publishable": true to the type, or remove "requiredOnPublish".',
    );
  }
}
