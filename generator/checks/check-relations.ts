import type { RelationKeyword, ResourceDefinition } from '../schema/definition.js';
import { BUILT_IN_COMPONENTS, BUILT_IN_TARGETS } from '../schema/reserved-names.js';
import { type CheckContext, type CheckedFile, fieldKind, isToMany } from '../schema/schema-set.js';
import { didYouMean } from 'cms-api-components/internal/kernel/util/text/suggest.js';
import { type DeclaredField, fieldOwners, fieldsOf, typesOf } from './owners.js';

type File = CheckedFile<ResourceDefinition>;

/** Checks that relations and slots reference suitable types, and `x-extends` a type of the same kind. */
export function checkRelations(context: CheckContext): void {
  for (const owner of fieldOwners(context)) {
    for (const declared of fieldsOf(owner)) {
      const { name, field, place } = declared;
      if (fieldKind(field) !== 'relation') continue;
      if (owner.kind === 'user') {
        place.report(
          `The field ${JSON.stringify(name)} is a relation, which is not supported for users.`,
          'Put the relation on the other type, with "target": "User".',
        );
        continue;
      }
      if (field['x-component'] !== undefined) checkSlot(context, declared, field['x-component']);
      if (field['x-relation'] !== undefined) checkRelation(context, declared, field['x-relation']);
      checkNullability(declared);
    }
  }
  for (const file of context.resources) checkParent(context, file);
}

function checkSlot(context: CheckContext, declared: DeclaredField, target: string): void {
  const place = declared.place.below('x-component');
  if (declared.owner.kind !== 'page_data') {
    place.report(
      '"x-component" does not apply here. Only page data has component slots.',
      'Use "x-relation" with the component type as "target".',
    );
  }
  const components = componentNames(context);
  if (components.includes(target)) return;
  const isKnown = context.byTitle.has(target) || BUILT_IN_TARGETS.has(target);
  place.report(
    isKnown
      ? `${JSON.stringify(target)} is not a component.`
      : `The component type ${JSON.stringify(target)} does not exist.`,
    isKnown
      ? `Use "x-relation" for other records, or one of the components: ${components.join(', ')}.`
      : didYouMean(target, components),
  );
}

/** Accounts, and parameters with individual read permissions. */
const NEVER_EMBEDDED: ReadonlySet<string> = new Set(['User', 'SiteConfigParameter']);

function checkRelation(context: CheckContext, declared: DeclaredField, relation: RelationKeyword): void {
  const { field } = declared;
  const place = declared.place.below('x-relation');
  const target = context.byTitle.get(relation.target);
  if (target?.definition['x-resource'] === 'embedded') {
    place
      .below('target')
      .report(
        `${JSON.stringify(relation.target)} is an embedded type, which has no records.`,
        `Use "$ref": "${relation.target}.json" instead of the relation.`,
      );
  } else if (target === undefined && !BUILT_IN_TARGETS.has(relation.target)) {
    place
      .below('target')
      .report(
        `The relation target ${JSON.stringify(relation.target)} does not exist.`,
        didYouMean(relation.target, targetNames(context)),
      );
  }
  if (relation.embed === true && NEVER_EMBEDDED.has(relation.target)) {
    place
      .below('embed')
      .report(
        `${relation.target} has individual read permissions, so it can't be embedded in other records.`,
        'Remove "embed". The relation then contains IRIs.',
      );
  }
  const toMany = isToMany(field);
  const isList = typesOf(field).includes('array');
  if (toMany !== isList && typesOf(field).length > 0) {
    declared.place
      .below('type')
      .report(
        toMany
          ? `A relation of kind "${relation.kind}" is a list, but the type is not "array".`
          : `A relation of kind "${relation.kind ?? 'manyToOne'}" is one IRI, but the type is "array".`,
        toMany
          ? 'Write "type": "array", "items": { "type": "string", "format": "iri-reference" }.'
          : 'Write "type": ["string", "null"], "format": "iri-reference".',
      );
  }
  checkSides({ ...declared, place, relation, target });
}

/** A field with "x-relation" and its position. */
interface DeclaredRelation extends DeclaredField {
  readonly relation: RelationKeyword;
  /** Target type, if a schema file declares it. */
  readonly target: File | undefined;
}

function checkSides(declared: DeclaredRelation): void {
  const { field, place, relation, target } = declared;
  if (relation.kind === 'oneToMany' && relation.mappedBy === undefined) {
    place
      .below('mappedBy')
      .report(
        'A relation of kind "oneToMany" needs "mappedBy".',
        `Name the field of ${relation.target} that points back here.`,
      );
  }
  const { mappedBy, kind = isToMany(field) ? 'manyToMany' : 'manyToOne' } = relation;
  if (mappedBy !== undefined && kind === 'manyToOne') {
    place
      .below('mappedBy')
      .report('"mappedBy" does not apply to the owning side.', 'Use "inversedBy", or change "kind".');
  }
  if (isToMany(field) && relation.joinColumn !== undefined) {
    place.below('joinColumn').report('"joinColumn" does not apply to lists.', 'Remove it.');
  }
  if (target === undefined) {
    if (mappedBy !== undefined && BUILT_IN_TARGETS.has(relation.target)) {
      place
        .below('mappedBy')
        .report(
          `${relation.target} is a built-in type without a field that owns the relation.`,
          'Remove "mappedBy", so that this type owns the relation.',
        );
    }
    return;
  }
  for (const keyword of ['mappedBy', 'inversedBy'] as const) {
    const other = relation[keyword];
    if (other !== undefined) checkOtherSide({ ...declared, place: place.below(keyword) }, target, other);
  }
}

/** Checks that the declared field refers to `other`, a field of the target, at its pointer. */
function checkOtherSide({ owner, field, place }: DeclaredField, target: File, other: string): void {
  const fields = target.definition.properties ?? {};
  const opposite = Object.hasOwn(fields, other) ? fields[other] : undefined;
  const relations = Object.entries(fields)
    .filter(([, candidate]) => fieldKind(candidate) === 'relation')
    .map(([name]) => name);
  if (opposite === undefined || fieldKind(opposite) !== 'relation') {
    place.report(
      `${target.definition.title} has no relation ${JSON.stringify(other)}.`,
      didYouMean(other, relations, `Add the relation to ${target.definition.title}`),
    );
    return;
  }
  const back = opposite['x-relation']?.target ?? opposite['x-component'];
  const expected = {
    oneToMany: ['manyToOne'],
    manyToMany: ['manyToMany'],
    oneToOne: ['oneToOne'],
    manyToOne: ['oneToMany'],
  };
  const kind = field['x-relation']?.kind ?? (isToMany(field) ? 'manyToMany' : 'manyToOne');
  const oppositeKind = opposite['x-relation']?.kind ?? (isToMany(opposite) ? 'manyToMany' : 'manyToOne');
  if (back !== owner.title || !expected[kind].includes(oppositeKind)) {
    place.report(
      `${target.definition.title}.${other} is not the other side of this relation.`,
      `It must have the target "${owner.title}" and the kind "${expected[kind].join('" or "')}".`,
    );
  }
}

function checkNullability({ owner, name, field, place }: DeclaredField): void {
  if (isToMany(field) || !(owner.definition.required ?? []).includes(name)) return;
  const onDelete = field['x-relation']?.onDelete ?? 'SET NULL';
  if (onDelete !== 'SET NULL') return;
  place.report(
    `The relation ${JSON.stringify(name)} is required, but it is set to null when its target is deleted.`,
    field['x-component'] === undefined
      ? 'Remove it from "required", or set "onDelete" to "CASCADE" or "RESTRICT".'
      : 'Remove it from "required". A component slot can always be empty.',
  );
}

function checkParent(context: CheckContext, { source, definition, place }: File): void {
  const parentTitle = definition['x-extends'];
  if (parentTitle === undefined || definition['x-resource'] === 'embedded') return;
  const extendsPlace = place.below('x-extends');
  const parent = context.byTitle.get(parentTitle);
  if (parent === undefined) {
    const others = context.resources
      .filter((file) => file.definition['x-resource'] === definition['x-resource'] && file.source !== source)
      .map((file) => file.definition.title);
    extendsPlace.report(
      `The parent type ${JSON.stringify(parentTitle)} does not exist.`,
      didYouMean(parentTitle, others),
    );
    return;
  }
  if (parent.definition['x-resource'] !== definition['x-resource']) {
    extendsPlace.report(
      `A type of kind "${definition['x-resource']}" can't extend one of kind "${parent.definition['x-resource']}".`,
      'Extend a type of the same kind.',
    );
  }
  const seen = new Set<string>();
  for (let next: string | undefined = parentTitle; next !== undefined;) {
    if (next === definition.title) {
      extendsPlace.report(
        `${definition.title} extends itself, directly or through others.`,
        'Remove one of the "x-extends".',
      );
      return;
    }
    if (seen.has(next)) return;
    seen.add(next);
    next = context.byTitle.get(next)?.definition['x-extends'];
  }
  for (const name of Object.keys(definition.properties ?? {})) {
    if (parent.definition.properties === undefined || !Object.hasOwn(parent.definition.properties, name))
      continue;
    place
      .below('properties', name)
      .report(
        `The field ${JSON.stringify(name)} is already inherited from ${parentTitle}.`,
        'Remove it here, or rename it.',
      );
  }
}

function componentNames(context: CheckContext): readonly string[] {
  const own = context.resources
    .filter((file) => file.definition['x-resource'] === 'component')
    .map((file) => file.definition.title);
  return [...own, ...BUILT_IN_COMPONENTS];
}

function targetNames(context: CheckContext): readonly string[] {
  const own = context.resources
    .filter((file) => file.definition['x-resource'] !== 'embedded')
    .map((file) => file.definition.title);
  return [...own, ...BUILT_IN_TARGETS];
}
