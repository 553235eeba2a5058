import Link from '@mui/material/Link';
import type { ReactElement } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { AdminType } from '../api/model.js';
import { idOf, iriOf } from '../api/records.js';
import { nameOf } from '../api/display-names.js';
import { useSession } from '../session/session.js';

export interface RecordLinkProps {
  readonly iri: string;
  /** Replaces the IRI as the text of the link. */
  readonly label?: string;
}

/** Link to the screen of a record, or plain text if the user may not see it. */
export function RecordLink({ iri, label }: RecordLinkProps): ReactElement {
  const { model } = useSession();
  const type = typeOfIri(model.types, iri);
  if (type === undefined) return <>{label ?? iri}</>;
  const id = idOf(type, iri);
  const words = label ?? `${nameOf(type.name)} ${id}`;
  if (!type.may.read) return <>{words}</>;
  return (
    <Link component={RouterLink} to={`/${type.name}/${encodeURIComponent(id)}`}>
      {words}
    </Link>
  );
}

/** Returns the type of a record by its IRI. IRIs of routes contain slashes. */
export const typeOfIri = (types: readonly AdminType[], iri: string): AdminType | undefined =>
  types.find((type) => iri.startsWith(iriOf(type, '')));
