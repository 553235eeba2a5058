import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import { useTranslate } from 'ra-core';
import type { ReactElement, ReactNode } from 'react';
import { Thumbnail } from '../../ui/file-preview.js';
import type { AdminMember, AdminType } from '../../api/model.js';
import type { AdminRecord } from '../../api/records.js';
import { titleOf } from '../../api/display-names.js';
import { loadedExtensions, ownProperty, extensionFor } from '../../session/loaded-extensions.js';
import { ExtensionBoundary } from '../../ui/extension-boundary.js';
import { textOf } from '../../ui/format-value.js';

/** Column of a list. */
export interface Column {
  readonly name: string;
  readonly title: string;
  readonly isOrdered: boolean;
  render(record: AdminRecord): ReactNode;
}

const MAX_COLUMNS = 5;
/** Members that identify records poorly. They are shown last, or not at all. */
const RARE = ['id', 'uiComponent', 'uiClassNames'];
const UNLISTED = new Set(['iri', 'iris', 'json', 'list', 'object']);

/**
 * Returns the columns of a type: the members that identify its records, and a timestamp.
 * @param moment which timestamp
 */
export function columnsOf(type: AdminType, moment: 'created' | 'modified' = 'modified'): readonly Column[] {
  const rare = new Set([...RARE, ...Object.values(type.timestamps ?? {}), type.publishable?.field]);
  const isOwn = ({ name }: AdminMember): boolean =>
    ownProperty(loadedExtensions().parts.columns, `${type.name}.${name}`) !== undefined;
  const listed = type.members.filter(
    (member) => !member.writeOnly && (!UNLISTED.has(member.kind) || isOwn(member)),
  );
  const telling = listed
    .filter(({ name }) => !rare.has(name))
    .filter((member, index) => index < MAX_COLUMNS || isOwn(member));
  const dated = listed.filter(({ name }) => name === type.timestamps?.[moment]);
  const named = telling.length > 0 ? telling : listed.filter(({ name }) => name === 'id');
  return [...named, ...dated].map((member) => columnOf(member, type));
}

function columnOf(member: AdminMember, type: AdminType): Column {
  const { name } = member;
  const Custom = extensionFor(loadedExtensions().parts.columns, type.name, member);
  const render: Column['render'] = (record) => <Value member={member} record={record} />;
  return {
    name,
    title: titleOf(member),
    isOrdered: type.orders.includes(name),
    render:
      Custom === undefined
        ? render
        : (record) => (
            <ExtensionBoundary name={`columns: ${type.name}.${name}`} fallback={render(record)}>
              <Custom {...{ type, member, record }} />
            </ExtensionBoundary>
          ),
  };
}

function Value({
  member,
  record,
}: {
  readonly member: AdminMember;
  readonly record: AdminRecord;
}): ReactElement {
  const { name, kind } = member;
  if (kind === 'file') return <Thumbnail record={record} member={name} />;
  if (kind === 'boolean') return <YesNo value={record[name]} />;
  return <>{textOf(record[name], kind)}</>;
}

function YesNo({ value }: { readonly value: unknown }): ReactElement | null {
  const translate = useTranslate();
  if (typeof value !== 'boolean') return null;
  const Icon = value ? CheckIcon : CloseIcon;
  return <Icon fontSize="small" titleAccess={translate(value ? 'admin.yes' : 'admin.no')} />;
}
