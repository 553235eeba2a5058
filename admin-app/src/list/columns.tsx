import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import { useTranslate } from 'ra-core';
import type { ReactElement, ReactNode } from 'react';
import { Thumbnail } from '../edit/file-preview.js';
import type { AdminMember, AdminType } from '../api/model.js';
import type { AdminRecord } from '../api/records.js';
import { textOf } from './values.js';

/** A column of a list. */
export interface Column {
  readonly name: string;
  readonly isOrdered: boolean;
  render(record: AdminRecord): ReactNode;
}

const MAX_COLUMNS = 5;
/** What tells little about a record comes last, or nowhere. */
const RARE = new Set(['id', 'uiComponent', 'uiClassNames', 'createdAt', 'publishedAt', 'modifiedAt']);
const UNLISTED = new Set(['iri', 'iris', 'json', 'list', 'object']);

/** The members that tell records apart, and when each was changed. */
export function columnsOf(type: AdminType): readonly Column[] {
  const listed = type.members.filter(({ kind, writeOnly }) => !writeOnly && !UNLISTED.has(kind));
  const own = listed.filter(({ name }) => !RARE.has(name)).slice(0, MAX_COLUMNS);
  const dated = listed.filter(({ name }) => name === 'modifiedAt');
  const named = own.length > 0 ? own : listed.filter(({ name }) => name === 'id');
  return [...named, ...dated].map((member) => columnOf(member, type));
}

const columnOf = (member: AdminMember, { orders }: AdminType): Column => ({
  name: member.name,
  isOrdered: orders.includes(member.name),
  render: (record) => <Value member={member} record={record} />,
});

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
