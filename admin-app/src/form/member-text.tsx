import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { Fragment, type ReactElement } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { AdminMember, AdminModel } from '../api/model.js';
import { idOf, plain, type AdminRecord } from '../api/records.js';
import { titleOf } from '../api/display-names.js';
import { useSession } from '../session/session.js';
import { momentOf, textOf, zoneOf } from '../ui/format-value.js';
import { StoredFiles } from '../ui/file-preview.js';
import { irisOf } from './relation-input.js';
import { useLabels } from './use-related.js';

export interface MemberTextsProps {
  readonly members: readonly AdminMember[];
  readonly record: AdminRecord;
  /** Labels by member. Others use their own names. */
  readonly labels?: ReadonlyMap<string, string>;
}

/** Read-only members: labels and values. */
export function MemberTexts({ members, record, labels }: MemberTextsProps): ReactElement | null {
  const shown = members.filter(({ kind, name }) => kind === 'file' || !isNothing(record[name]));
  if (shown.length === 0) return null;
  return (
    <Box component="dl" sx={TABLE}>
      {shown.map((member) => (
        <Fragment key={member.name}>
          <Typography component="dt" variant="body2" color="text.secondary">
            {labels?.get(member.name) ?? titleOf(member)}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, whiteSpace: 'pre-wrap' }}>
            <MemberText {...{ member, record }} />
          </Typography>
        </Fragment>
      ))}
    </Box>
  );
}

const TABLE = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: 'minmax(120px, max-content) 1fr' },
  columnGap: 3,
  rowGap: { xs: 0.5, sm: 1 },
  m: 0,
};

interface MemberTextProps {
  readonly member: AdminMember;
  readonly record: AdminRecord;
}

function MemberText({ member: { name, kind }, record }: MemberTextProps): ReactElement {
  const translate = useTranslate();
  const value = record[name];
  if (kind === 'file') return <StoredFiles {...{ record, member: name }} />;
  if (kind === 'iri' || kind === 'iris') return <Related iris={irisOf(value)} />;
  if (typeof value === 'boolean') return <>{translate(value ? 'admin.yes' : 'admin.no')}</>;
  if (typeof value !== 'string') return <>{JSON.stringify(value, undefined, 2)}</>;
  if (kind === 'datetime') return <span title={zoneOf(value)}>{momentOf(value)}</span>;
  return <>{kind === 'html' ? plain(value) : kind === 'date' ? textOf(value, kind) : value}</>;
}

function Related({ iris }: { readonly iris: readonly string[] }): ReactElement {
  const labels = useLabels(iris);
  const { model } = useSession();
  return (
    <>
      {iris.map((iri) => {
        const path = pathOf(iri, model);
        const label = labels.get(iri) ?? iri;
        return (
          <div key={iri}>
            {path === undefined ? (
              label
            ) : (
              <Link component={RouterLink} to={path}>
                {label}
              </Link>
            )}
          </div>
        );
      })}
    </>
  );
}

/** Returns the path of the screen of a record, if the user may see it. */
export function pathOf(iri: string, { types, service }: AdminModel): string | undefined {
  const type = types.find(
    ({ path, may }) => may.read && may.list && iri.startsWith(`${service.prefix}${path}/`),
  );
  return type && `/${type.name}/${encodeURIComponent(idOf(type, iri))}`;
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
