import type { ResourceDefinition, RoutedKind } from '../schema/definition.js';
import { type CheckContext, type CheckedFile, fieldKind } from '../schema/schema-set.js';

type File = CheckedFile<ResourceDefinition>;

/** Root keywords that embedded types can have. The others apply to stored records. */
const EMBEDDED_KEYWORDS = new Set(['x-resource', 'x-constraints', 'x-renamed-from']);

/** Reports keywords that don't apply to the kind of the type. */
export function checkKinds(context: CheckContext): void {
  for (const file of context.resources) {
    const kind = file.definition['x-resource'];
    if (kind === 'embedded') checkEmbedded(file);
    else checkResource(file, kind);
  }
}

function checkEmbedded({ definition, place }: File): void {
  for (const keyword of Object.keys(definition)) {
    if (!keyword.startsWith('x-') || EMBEDDED_KEYWORDS.has(keyword)) continue;
    place
      .below(keyword)
      .report(
        `${JSON.stringify(keyword)} does not apply to embedded types.`,
        'Remove it. An embedded type is a value inside other types, without a table, routes or versions.',
      );
  }
  for (const [name, field] of Object.entries(definition.properties ?? {})) {
    for (const keyword of Object.keys(field)) {
      if (!keyword.startsWith('x-') || keyword === 'x-constraints') continue;
      place
        .below('properties', name, keyword)
        .report(
          `${JSON.stringify(keyword)} does not apply to fields of embedded types.`,
          'Remove it. The value is stored in the JSON column of the embedding field.',
        );
    }
  }
}

function checkResource(file: File, kind: RoutedKind): void {
  const { definition, place } = file;
  if (definition.additionalProperties !== undefined) {
    place
      .below('additionalProperties')
      .report('"additionalProperties" has no effect here. Types have declared fields only.', 'Remove it.');
  }
  if (definition['x-virtual'] !== undefined) {
    place
      .below('x-virtual')
      .report(
        'Types without a table ("x-virtual") are not supported.',
        'Remove it. Store the type, and compute members with "x-computed": { "resolver": "name" }.',
      );
  }
  if (kind === 'page_data') checkPageData(file);
  if (kind === 'record') checkRecord(file);
  checkOperations(file, kind);
  const published = definition['x-publishable'];
  if (published === undefined || published === false) checkUnpublished(file);
  const pages = definition['x-pagination'];
  if (pages !== undefined && (pages.itemsPerPage ?? 30) > (pages.maximumItemsPerPage ?? 100)) {
    place
      .below('x-pagination')
      .report(
        '"itemsPerPage" is larger than "maximumItemsPerPage".',
        'Raise "maximumItemsPerPage" or lower "itemsPerPage".',
      );
  }
}

function checkPageData({ definition, place }: File): void {
  if (definition['x-position-restricted'] !== undefined) {
    place
      .below('x-position-restricted')
      .report(
        '"x-position-restricted" does not apply to page data. Only components have positions.',
        'Remove it.',
      );
  }
  if (definition['x-timestamped'] === false) {
    place.below('x-timestamped').report('Page data always has timestamps.', 'Remove "x-timestamped".');
  }
}

/** Keywords for types on pages. Record types are not part of pages (contract decision 104). */
const OF_PAGES = ['x-publishable', 'x-position-restricted', 'x-ui'] as const;

function checkRecord({ definition, place }: File): void {
  for (const keyword of OF_PAGES) {
    const value = definition[keyword];
    if (value === undefined || value === false) continue;
    place
      .below(keyword)
      .report(
        `${JSON.stringify(keyword)} does not apply to record types, which are not part of pages.`,
        'Remove it, or make the type a component: "x-resource": "component".',
      );
  }
  if (definition['x-editing-permission'] !== undefined) {
    place
      .below('x-editing-permission')
      .report(
        'Record types are not content, so writing them never requires the editing permission.',
        'Remove "x-editing-permission", and state who can write in "x-security".',
      );
  }
  if (definition['x-extends'] === undefined) return;
  place
    .below('x-extends')
    .report('Record types cannot extend other types.', 'Declare the fields of that type here.');
}

function checkOperations({ definition, place }: File, kind: RoutedKind): void {
  const operations = definition['x-operations'] ?? [];
  const hasUploads = Object.values(definition.properties ?? {}).some(
    (field) => fieldKind(field) === 'upload',
  );
  if (kind !== 'component' && operations.includes('usage')) {
    const owner = kind === 'page_data' ? 'Page data has' : 'A record has';
    place
      .below('x-operations')
      .report(`${owner} no "usage" operation, because it has no positions.`, 'Remove "usage".');
  }
  for (const operation of ['upload', 'download'] as const) {
    if (!operations.includes(operation) || hasUploads || definition['x-extends'] !== undefined) continue;
    place
      .below('x-operations')
      .report(
        `The operation "${operation}" needs an upload field.`,
        `Remove "${operation}", or add a field with "x-upload".`,
      );
  }
}

function checkUnpublished({ definition, place }: File): void {
  for (const [name, field] of Object.entries(definition.properties ?? {})) {
    if (field['x-upload']?.requiredOnPublish !== true) continue;
    place
      .below('properties', name, 'x-upload', 'requiredOnPublish')
      .report(
        '"requiredOnPublish" has no effect, because the type is not publishable.',
        'Add "x-publishable": true to the type, or remove "requiredOnPublish".',
      );
  }
}
