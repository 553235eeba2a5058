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

/** Not loaded by whoever uses none of its exports on the first screen. */
const MemberInput = lazy<ComponentType<Declared.InputProps>>(async () => ({
  // Whatever a project has of a member came out of the model.
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

/** What `cms-api-components-admin` is to the parts of a project, as `types/` promises it. */
const shared: typeof Declared = {
  defineAdmin: (parts) => parts,
  // The types of documents come with the model, so they are any.
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
