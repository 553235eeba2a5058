import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import {
  accessTokensOf,
  type AccessToken,
  type AccessTokenList,
} from '../../../../../templates/client/access-tokens.js';
import { client } from '../../../api/client.js';
import { momentOf } from '../../../ui/format-value.js';
import { ConfirmButton } from '../../../ui/confirm-button.js';
import { EntryList, type Entry } from '../../../ui/entry-list.js';
import { QueryResult } from '../../../ui/query-result.js';
import { RecordLink } from '../../../ui/record-link.js';
import { ScreenLayout, Section } from '../../../ui/screen-layout.js';
import { SecretDialog } from '../../../ui/secret-dialog.js';
import { useAction } from '../../../ui/use-action.js';
import { TokenForm } from './token-form.js';

const tokens = accessTokensOf(client);
const NONE: AccessTokenList = { member: [], totalItems: 0 };

/** List of access tokens, with actions to create and revoke them. */
export default function AccessTokens(): ReactElement {
  const translate = useTranslate();
  const { run, isBusy } = useAction();
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const pages = useInfiniteQuery({
    queryKey: ['access-tokens'],
    initialPageParam: undefined as AccessTokenList | undefined,
    queryFn: async ({ pageParam }) =>
      (pageParam === undefined ? await tokens.list() : await tokens.next(pageParam)) ?? NONE,
    getNextPageParam: (last) => (last.next === undefined ? undefined : last),
    gcTime: 0,
  });
  const revoke = async (id: string): Promise<void> => {
    await run(() => tokens.revoke(id), 'administration.tokens.revoked');
    await pages.refetch();
  };

  const entryOf = ({ id, name, scopes, owner, createdAt, expiresAt, lastUsedAt }: AccessToken): Entry => ({
    key: id,
    title: name,
    lines: [
      scopes.join(', '),
      <>
        {translate('administration.tokens.owner')}:{' '}
        <RecordLink iri={owner} label={owner.split('/').pop() ?? owner} />
      </>,
      [
        translate('administration.tokens.made', { date: momentOf(createdAt) }),
        expiresAt === null
          ? translate('administration.tokens.endless')
          : translate('administration.tokens.ends', { date: momentOf(expiresAt) }),
        lastUsedAt === null
          ? translate('administration.tokens.unused')
          : translate('administration.tokens.used', { date: momentOf(lastUsedAt) }),
      ].join(' · '),
    ],
    actions: (
      <ConfirmButton
        color="error"
        label={translate('administration.revoke')}
        of={name}
        question={translate('administration.tokens.revoke_question', { name })}
        disabled={isBusy}
        confirmed={() => void revoke(id)}
      />
    ),
  });

  const make = (
    <Button variant="contained" onClick={() => setMaking(true)}>
      {translate('administration.tokens.make')}
    </Button>
  );
  return (
    <ScreenLayout title="administration.tokens.title" about="administration.tokens.about" actions={make}>
      <Section>
        <QueryResult query={pages}>
          {(data) => (
            <EntryList
              label={translate('administration.tokens.title')}
              empty="administration.tokens.empty"
              entries={data.pages.flatMap(({ member }) => member).map(entryOf)}
            />
          )}
        </QueryResult>
        {pages.hasNextPage && (
          <Button onClick={() => void pages.fetchNextPage()}>{translate('administration.more')}</Button>
        )}
      </Section>
      {isMaking && (
        <TokenForm
          closed={() => setMaking(false)}
          send={(input) => tokens.create(input)}
          made={({ token }) => {
            setMaking(false);
            setSecret(token);
            void pages.refetch();
          }}
        />
      )}
      <SecretDialog
        title="administration.tokens.secret"
        secret={secret}
        closed={() => setSecret(undefined)}
      />
    </ScreenLayout>
  );
}
