import { useInput, useNotify, useRecordContext, useRefresh, useTranslate } from 'ra-core';
import { lazy, type ComponentType } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type * as Declared from '../../../types/index.js';
import { client } from '../../api/client.js';
import type { AdminType } from '../../api/model.js';
import { labelOf } from '../../api/records.js';
import { nameOf } from '../../api/display-names.js';
import { useSession } from '../../session/session.js';
import { StandardCreate, StandardEdit, StandardList } from './type-pages.js';

/** Loaded only if an extension uses it on the first screen. */
const MemberInput = lazy<ComponentType<Declared.InputProps>>(async () => ({
  // Members that extensions receive come from the model.
  default: (await import('../../form/member-input.js'))
    .MemberInput as unknown as ComponentType<Declared.InputProps>,
}));
const Title = lazy<ComponentType<{ readonly title: string }>>(async () => ({
  default: (await import('ra-ui-materialui')).Title as ComponentType<{ readonly title: string }>,
}));

function useMember({ name }: Declared.AdminMember): Declared.MemberField {
  const { id, field, fieldState } = useInput({ source: name, parse: asIs, format: asIs });
  return {
    id,
    label: nameOf(name),
    value: field.value,
    error: fieldState.error?.message,
    change: field.onChange,
    left: field.onBlur,
  };
}

const asIs = (value: unknown): unknown => value;

/** Exports of `cms-api-components-admin` for extensions, as declared in `types/`. */
const shared: typeof Declared = {
  defineAdmin: (parts) => parts,
  // Document types are only known at run time.
  client: client as unknown as Declared.AdminClient,
  resourceOf: ({ name, path }) => ({ name, path }),
  nameOf,
  labelOf: (type, record) => labelOf(type as AdminType | undefined, record),
  useSession,
  useRecord: useRecordContext,
  useMember,
  useTranslate,
  useNotify,
  useRefresh,
  useNavigate,
  Title,
  Link,
  MemberInput,
  ListPage: StandardList,
  EditPage: StandardEdit,
  CreatePage: StandardCreate,
};

export default shared;
