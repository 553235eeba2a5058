import Link from '@mui/material/Link';
import { useQueries } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { client, resourceOf, type ApiDocument } from '../../../api/client.js';
import type { AdminType } from '../../../api/model.js';
import { useSession } from '../../../session/session.js';
import { momentOf } from '../../../ui/format-value.js';
import { EntryList, type Entry } from '../../../ui/entry-list.js';
import { ScreenLayout, Section } from '../../../ui/screen-layout.js';
import { formsOf, submissionsPath, submittedTypes } from './submission-types.js';

/** List of forms with the number of their submissions and the date of the last one. */
export function FormList(): ReactElement {
  const translate = useTranslate();
  const { model } = useSession();
  const types = submittedTypes(model);
  const found = useQueries({
    queries: types.map((type) => ({
      queryKey: ['form', type.name],
      queryFn: () => client.list(resourceOf(type), { perPage: 1 }),
      gcTime: 0,
    })),
  });
  const entries = types.map((type, index): Entry => {
    const { data, error } = found[index] ?? {};
    const last = data?.member[0];
    const sent = last && sentAt(type, last);
    return {
      key: type.name,
      title: (
        <Link component={RouterLink} to={submissionsPath(type)}>
          {formsOf(type)}
        </Link>
      ),
      lines: [
        type.description,
        error ? error.message : data && translate('people.forms.count', { smart_count: data.totalItems }),
        sent === undefined ? null : translate('people.forms.last', { date: momentOf(sent) }),
      ],
    };
  });
  return (
    <ScreenLayout title="people.forms.title" about="people.forms.about">
      <Section>
        <EntryList label={translate('people.forms.title')} empty="people.forms.none" entries={entries} />
      </Section>
    </ScreenLayout>
  );
}

/** Returns the date of a submission, if its type has timestamps. */
function sentAt({ timestamps }: AdminType, submission: ApiDocument): string | undefined {
  const sent = submission[timestamps?.created ?? ''];
  return typeof sent === 'string' ? sent : undefined;
}
