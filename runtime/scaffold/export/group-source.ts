import type { StoredRecord } from '../../kernel/contract/records/record.js';
import { isReference, referencesOf } from '../../kernel/records/references.js';
import { printFlat, printString } from '../../kernel/util/text/source-literal.js';
import type { ContentBatch } from './content-batch.js';
import type { ExportScope, GroupPlace } from './export-scope.js';
import { labelOf } from './record-members.js';
import type { Member } from './source-writer.js';

/** A record with groups, and the expression of its builder. */
export interface GroupOwner {
  readonly record: StoredRecord;
  readonly expression: string;
}

/**
 * Returns the statements that declare the groups of an owner, with their content unless another owner has declared
 * it.
 */
export function describeGroups(
  owner: GroupOwner,
  batch: ContentBatch,
  scope: ExportScope,
): readonly string[] {
  const ids = referencesOf(owner.record.values['componentGroups']).map(({ id }) => id);
  const isWritten = (id: string): boolean => scope.groups.has(id);
  // Groups are in the order of a load, which has created those of earlier owners by that time.
  const inOrder = [...ids.filter(isWritten), ...ids.filter((id) => !isWritten(id))];
  return inOrder.flatMap((id) => {
    const group = batch.groups.get(id);
    // A group of an earlier batch was read with its first owner.
    if (group === undefined) return describeSharedAgain(owner, id, scope);
    const place = placeOf(group, owner.record, scope);
    if (place === undefined) return [];
    const isFirst = !scope.groups.has(id);
    scope.groups.set(id, place);
    return [describeGroup({ owner, group, place, isFirst }, batch, scope)];
  });
}

function describeSharedAgain(
  { record, expression }: GroupOwner,
  group: string,
  scope: ExportScope,
): readonly string[] {
  const place = scope.groups.get(group);
  if (place === undefined) return [];
  if (place.locationReference === undefined) {
    foreign(group, record, scope);
    return [];
  }
  const { name, locationReference } = place;
  return [`${expression}.group(${printString(name)}, ${printFlat({ locationReference })});`];
}

function foreign(group: string, owner: StoredRecord, scope: ExportScope): undefined {
  scope.gap(
    `${labelOf({ type: 'ComponentGroup', id: group }, scope)}: that it is shared by ${labelOf(owner, scope)}, because its location is another owner`,
  );
  return undefined;
}

/** Returns the name of a group; undefined if another owner must declare it. */
function placeOf(group: StoredRecord, owner: StoredRecord, scope: ExportScope): GroupPlace | undefined {
  const reference = String(group.values['reference']);
  const location = String(group.values['location']);
  const suffix = `_${location}`;
  const name = reference.slice(0, -suffix.length);
  const target = scope.iris.parse(location);
  const located = target?.kind === 'item' ? target.key : undefined;
  const known = scope.groups.get(group.id);
  if (!reference.endsWith(suffix) || name === '') {
    if (known !== undefined) return foreign(group.id, owner, scope);
    gapOf(group, `its reference "${reference}", which is not a name followed by _ and its location`, scope);
    const separator = reference.indexOf('_');
    return { name: separator > 0 ? reference.slice(0, separator) : reference };
  }
  if (located === owner.id) return { name };
  if (located === undefined) return { name, locationReference: location };
  const owners = ['layouts', 'pages', 'components'].flatMap((member) => referencesOf(group.values[member]));
  if (known !== undefined || owners.some(({ id }) => id === located)) return foreign(group.id, owner, scope);
  gapOf(group, `its location ${location}, which is none of its owners`, scope);
  return { name };
}

function gapOf(group: StoredRecord, what: string, scope: ExportScope): void {
  scope.gap(`${labelOf(group, scope)}: ${what}`);
}

interface DescribedGroup {
  readonly owner: GroupOwner;
  readonly group: StoredRecord;
  readonly place: GroupPlace;
  readonly isFirst: boolean;
}

function describeGroup(
  { owner, group, place, isFirst }: DescribedGroup,
  batch: ContentBatch,
  scope: ExportScope,
): string {
  const head = `${owner.expression}.group(${printString(place.name)}`;
  const allow = isFirst ? allowedTypes(group, scope) : undefined;
  const options: Member[] = [
    ...(place.locationReference === undefined
      ? []
      : [['locationReference', place.locationReference] as const]),
    ...(allow === undefined ? [] : [['allow', allow] as const]),
  ];
  const lines = isFirst ? positionLines(group, batch, scope) : [];
  if (lines.length === 0)
    return options.length === 0 ? `${head});` : `${head}, ${printFlat(Object.fromEntries(options))});`;
  const body = (indent: string): string => lines.map((line) => `${indent}group${line};\n`).join('');
  if (options.length === 0) return `${head}, (group) => {\n${body('    ')}  });`;
  const members = options.map(([name, value]) => `    ${name}: ${printFlat(value)},\n`).join('');
  return `${head}, {\n${members}    configure: (group) => {\n${body('      ')}    },\n  });`;
}

/** Returns the types that a group allows. Without a list it allows any type without `positionRestricted`. */
function typesOf({ values: { allowedComponents } }: StoredRecord, { iris }: ExportScope): readonly string[] {
  if (!Array.isArray(allowedComponents)) return [];
  return allowedComponents.flatMap((iri: unknown) => {
    const target = typeof iri === 'string' ? iris.parse(iri) : undefined;
    return target?.kind === 'collection' ? [target.resource.name] : [];
  });
}

function isTaken(type: string, allow: readonly string[], { registry }: ExportScope): boolean {
  return allow.length > 0 ? allow.includes(type) : registry.get(type)?.positionRestricted !== true;
}

/** Returns the types to print, or undefined if the group allows any. Unknown types are listed as gaps. */
function allowedTypes(group: StoredRecord, scope: ExportScope): readonly string[] | undefined {
  const { allowedComponents } = group.values;
  if (!Array.isArray(allowedComponents)) return undefined;
  for (const iri of allowedComponents as readonly unknown[])
    if (typeof iri !== 'string' || scope.iris.parse(iri)?.kind !== 'collection')
      gapOf(group, `the allowed type ${String(iri)}, which is not a type of the project`, scope);
  return typesOf(group, scope);
}

const FIRST_AND_STEP = 10;

function positionLines(group: StoredRecord, batch: ContentBatch, scope: ExportScope): readonly string[] {
  const allow = typesOf(group, scope);
  let last = 0;
  return batch.positionsOf(group.id).flatMap((position) => {
    const call = describePosition(position, allow, scope);
    if (call === undefined) return [];
    const sortValue = Number(position.values['sortValue']);
    const sort = sortValue === last + FIRST_AND_STEP ? '' : `, ${sortValue}`;
    last = Math.max(last, sortValue);
    return [`.${call}${sort})`];
  });
}

/** Returns the call that places a position, without its closing bracket. */
function describePosition(
  position: StoredRecord,
  allow: readonly string[],
  scope: ExportScope,
): string | undefined {
  const { component, pageDataClass, pageDataProperty } = position.values;
  const lost = (reason: string): undefined => {
    scope.gap(`${labelOf(position, scope)}: ${reason}`);
    return undefined;
  };
  if (typeof pageDataProperty === 'string') {
    if (isReference(component))
      lost(`its fallback ${component.type}, shown where page data has no ${pageDataProperty}`);
    const type =
      typeof pageDataClass === 'string' ? scope.registry.byClassIdentifier(pageDataClass) : undefined;
    if (type?.kind !== 'page_data')
      return lost(`it shows page data of ${String(pageDataClass)}, which is not a type of the project`);
    const slot = type.field(pageDataProperty);
    const shown = slot?.kind === 'to-one' ? scope.registry.get(slot.target) : undefined;
    if (shown !== undefined && !isTaken(shown.name, allow, scope))
      return lost(`its group no longer allows ${shown.name}`);
    return `pageDataPosition(${printString(type.name)}, ${printString(pageDataProperty)}`;
  }
  if (!isReference(component)) return lost('it is empty');
  if (!isTaken(component.type, allow, scope)) return lost(`its group no longer allows ${component.type}`);
  const variable = scope.components.get(component.id);
  if (variable === undefined)
    return lost(
      scope.refused.has(component.id)
        ? `its ${component.type} is left out`
        : `it holds a ${component.type}, which is not a type of the project`,
    );
  return `add(${variable}`;
}
