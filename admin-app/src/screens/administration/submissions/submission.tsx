import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { Link as RouterLink, useNavigate, useParams } from 'react-router-dom';
import type { AdminType } from '../../../api/model.js';
import type { AdminRecord } from '../../../api/records.js';
import { NotFound } from '../../../ui/not-found.js';
import { useSession } from '../../../session/session.js';
import { MemberTexts } from '../../../form/member-text.js';
import { shownMembers } from '../../../form/members.js';
import { ConfirmButton } from '../../../ui/confirm-button.js';
import { QueryResult } from '../../../ui/query-result.js';
import { ScreenLayout, Section } from '../../../ui/screen-layout.js';
import { useAction } from '../../../ui/use-action.js';
import { formsOf, orderOf, submissionsPath, submittedTypes } from './submission-types.js';
import { useSubmissionLabels } from './use-submission-labels.js';

/** Submission of a form with the labels that the visitor saw. */
export function SubmissionScreen(): ReactElement {
  const { model } = useSession();
  const { type: name, id = '' } = useParams();
  const type = submittedTypes(model).find((one) => one.name === name);
  return type === undefined ? <NotFound /> : <Submission type={type} id={id} />;
}

function Submission({ type, id }: { readonly type: AdminType; readonly id: string }): ReactElement {
  const translate = useTranslate();
  const provider = useDataProvider();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { run, isBusy } = useAction();
  const labels = useSubmissionLabels(type);
  const found = useQuery({
    queryKey: ['submission', type.name, id],
    queryFn: async () => (await provider.getOne<AdminRecord>(type.name, { id })).data,
    gcTime: 0,
  });
  const remove = async (): Promise<void> => {
    const done = await run(
      () => provider.delete(type.name, { id, ...(found.data ? { previousData: found.data } : {}) }),
      'administration.deleted',
    );
    if (done === undefined) return;
    await queries.invalidateQueries({ queryKey: [type.name] });
    await navigate(submissionsPath(type));
  };
  const actions = (
    <>
      <Button component={RouterLink} to={submissionsPath(type)}>
        {translate('people.forms.all')}
      </Button>
      {found.data !== undefined && <Reply {...{ type, record: found.data }} />}
      {type.may.delete && (
        <ConfirmButton
          color="error"
          label={translate('ra.action.delete')}
          question={translate('people.forms.delete_question')}
          disabled={isBusy || found.data === undefined}
          confirmed={() => void remove()}
        />
      )}
    </>
  );
  return (
    <ScreenLayout title={formsOf(type)} actions={actions}>
      <Section>
        <QueryResult query={found}>
          {(record) => <MemberTexts members={shownOf(type)} record={record} labels={labels} />}
        </QueryResult>
      </Section>
    </ScreenLayout>
  );
}

/** Returns the members in the order of the form, then the others. */
function shownOf(type: AdminType) {
  const order = orderOf(type);
  // These members are set by the service, not by the visitor.
  const unsent = ['id', type.timestamps?.modified];
  const placeOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return shownMembers(type)
    .filter(({ name, writeOnly }) => !writeOnly && !unsent.includes(name))
    .toSorted((one, other) => placeOf(one.name) - placeOf(other.name));
}

/** Button to reply by mail, if the submission contains exactly one valid e-mail address. */
function Reply({
  type,
  record,
}: {
  readonly type: AdminType;
  readonly record: AdminRecord;
}): ReactElement | null {
  const translate = useTranslate();
  const [address, ...others] = (type.forms ?? [])
    .flatMap(({ fields }) => fields.filter((field) => field.type === 'email'))
    .map(({ member }) => record[member])
    .filter((value): value is string => typeof value === 'string' && ADDRESS.test(value));
  if (address === undefined || others.length > 0) return null;
  return <Button href={`mailto:${encodeURI(address)}`}>{translate('people.forms.reply')}</Button>;
}

const ADDRESS = /^[^\s@,;:<>()"?&#]+@[^\s@,;:<>()"?&#]+$/;
