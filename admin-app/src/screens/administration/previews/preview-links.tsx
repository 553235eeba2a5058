import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import {
  previewsOf,
  type MadePreview,
  type Preview,
  type PreviewList,
} from '../../../../../templates/client/previews.js';
import { client, type ApiDocument } from '../../../api/client.js';
import { useLabels } from '../../../form/use-related.js';
import { useSession } from '../../../session/session.js';
import { momentOf } from '../../../ui/format-value.js';
import { ConfirmButton } from '../../../ui/confirm-button.js';
import { EntryList, type Entry } from '../../../ui/entry-list.js';
import { QueryResult } from '../../../ui/query-result.js';
import { RecordLink } from '../../../ui/record-link.js';
import { ScreenLayout, Section } from '../../../ui/screen-layout.js';
import { SecretDialog } from '../../../ui/secret-dialog.js';
import { useAction } from '../../../ui/use-action.js';
import { PreviewForm } from './preview-form.js';

const previews = previewsOf(client);
const NONE: PreviewList = { member: [], totalItems: 0 };

/** List of preview links, with actions to create and revoke them. */
export default function PreviewLinks(): ReactElement {
  const translate = useTranslate();
  const { model } = useSession();
  const { run, isBusy } = useAction();
  const [isMaking, setMaking] = useState(false);
  const [link, setLink] = useState<string>();
  const pages = useInfiniteQuery({
    queryKey: ['previews'],
    initialPageParam: undefined as PreviewList | undefined,
    queryFn: async ({ pageParam }) =>
      (pageParam === undefined ? await previews.list() : await previews.next(pageParam)) ?? NONE,
    getNextPageParam: (last) => (last.next === undefined ? undefined : last),
    gcTime: 0,
  });
  const found = (pages.data?.pages ?? []).flatMap(({ member }) => member);
  const labels = useLabels(found.flatMap((one) => shownBy(one) ?? []));
  const revoke = async (id: string): Promise<void> => {
    await run(() => previews.revoke(id), 'administration.previews.revoked');
    await pages.refetch();
  };
  const made = async (preview: MadePreview): Promise<void> => {
    setMaking(false);
    setLink(await linkOf(preview, model.service.frontEnd).catch(() => preview.token));
    await pages.refetch();
  };
  const entryOf = (one: Preview): Entry => {
    const iri = shownBy(one) ?? '';
    const name = labels.get(iri) ?? iri;
    return {
      key: one.id,
      title: <RecordLink iri={iri} label={name} />,
      lines: [
        [
          translate('administration.tokens.made', { date: momentOf(one.createdAt) }),
          translate('administration.tokens.ends', { date: momentOf(one.expiresAt) }),
          one.revision === undefined
            ? []
            : translate('administration.history.revision', { number: one.revision }),
        ]
          .flat()
          .join(' · '),
      ],
      actions: (
        <ConfirmButton
          color="error"
          label={translate('administration.revoke')}
          of={name}
          question={translate('administration.previews.revoke_question')}
          disabled={isBusy}
          confirmed={() => void revoke(one.id)}
        />
      ),
    };
  };
  const make = (
    <Button variant="contained" onClick={() => setMaking(true)}>
      {translate('administration.previews.make')}
    </Button>
  );
  return (
    <ScreenLayout title="administration.previews.title" about="administration.previews.about" actions={make}>
      <Section>
        <QueryResult query={pages}>
          {() => (
            <EntryList
              label={translate('administration.previews.title')}
              empty="administration.previews.empty"
              entries={found.map(entryOf)}
            />
          )}
        </QueryResult>
        {pages.hasNextPage && (
          <Button onClick={() => void pages.fetchNextPage()}>{translate('administration.more')}</Button>
        )}
      </Section>
      {isMaking && <PreviewForm closed={() => setMaking(false)} made={(preview) => void made(preview)} />}
      <SecretDialog title="administration.previews.link" secret={link} closed={() => setLink(undefined)} />
    </ScreenLayout>
  );
}

const shownBy = ({
  page,
  pageData,
  route,
}: Pick<Preview, 'page' | 'pageData' | 'route'>): string | undefined => page ?? pageData ?? route;

/** Returns the URL of the preview on the front end, or the token alone if the front end or the path is unknown. */
async function linkOf({ token, ...preview }: MadePreview, frontEnd: string | null): Promise<string> {
  const path = await pathOf(shownBy(preview) ?? '');
  if (frontEnd === null || path === undefined) return token;
  const url = new URL(path, frontEnd);
  url.searchParams.set('preview', token);
  return url.href;
}

/** Returns the path of a route, or of the route of a page. */
async function pathOf(iri: string): Promise<string | undefined> {
  const { path, route } = await client.request<ApiDocument>('GET', iri);
  if (typeof path === 'string') return path;
  return typeof route === 'string' ? pathOf(route) : undefined;
}
