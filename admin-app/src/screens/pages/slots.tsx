import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useNotify, useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { client, type ApiDocument } from '../../api/client.js';
import type { AdminMember, AdminType } from '../../api/model.js';
import { labelOf } from '../../api/records.js';
import { nameOf, titleOf } from '../../api/display-names.js';
import { useSession } from '../../session/session.js';
import { PublicationState } from '../../ui/publication-state.js';
import { EditComponentDialog } from './edit-component-dialog.js';
import { NewComponent } from './new-component.js';
import { useErrorMessage } from '../../ui/use-error-message.js';
import type { Tree } from './use-page.js';

export interface SlotsProps {
  readonly record: ApiDocument;
  readonly tree: Tree;
  readonly reload: () => Promise<void>;
}

interface Wanted {
  readonly member: AdminMember;
  /** Undefined if the slot has no component yet. */
  readonly component?: ApiDocument;
  readonly type: AdminType;
}

/** Components in the slots of page data. */
export function Slots({ record, tree, reload }: SlotsProps): ReactElement | null {
  const translate = useTranslate();
  const notify = useNotify();
  const reasonOf = useErrorMessage();
  const { model, typeOf } = useSession();
  const [wanted, setWanted] = useState<Wanted>();
  const own = typeOf(record['@type']);
  const componentTypes = model.types.filter(({ group }) => group === 'component');
  const slots = own.members.flatMap((member) => {
    const [type] = componentTypes.filter(({ name }) => member.targets.includes(name));
    return member.kind === 'iri' && type !== undefined ? [{ member, type }] : [];
  });
  if (slots.length === 0) return null;
  const fill = (member: AdminMember, iri: string | null): Promise<unknown> =>
    client.request('PATCH', record['@id'], {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { [member.name]: iri },
    });
  const empty = (member: AdminMember): void =>
    void fill(member, null)
      .catch((error: unknown) => notify(reasonOf(error), { type: 'error' }))
      .then(reload);
  const done = (): void => void reload();
  const close = (): void => setWanted(undefined);
  return (
    <Card component="section" aria-label={translate('pages.template_slots')} sx={{ mb: 2 }}>
      <Typography component="h2" variant="subtitle1" sx={{ px: 2, pt: 1.5 }}>
        {translate('pages.template_slots')}
      </Typography>
      <List>
        {slots.map(({ member, type }) => {
          const component = tree.documents.get(String(record[member.name])) as ApiDocument | undefined;
          return (
            <ListItem key={member.name}>
              <ListItemText
                primary={titleOf(member)}
                secondary={
                  component === undefined ? nameOf(type.name) : labelOf(typeOf(component['@type']), component)
                }
              />
              <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
                {component !== undefined && type.publishable !== null && (
                  <PublicationState type={type} record={component} />
                )}
                {component !== undefined && (
                  <Button size="small" onClick={() => setWanted({ member, type, component })}>
                    {translate('ra.action.edit')}
                  </Button>
                )}
                {component === undefined && own.may.update && type.may.create && (
                  <Button size="small" startIcon={<AddIcon />} onClick={() => setWanted({ member, type })}>
                    {translate('admin.add')}
                  </Button>
                )}
                {component !== undefined && own.may.update && (
                  <Button size="small" onClick={() => empty(member)}>
                    {translate('ra.action.remove')}
                  </Button>
                )}
              </Stack>
            </ListItem>
          );
        })}
      </List>
      {wanted?.component !== undefined && (
        <EditComponentDialog component={wanted.component} {...{ done, close }} />
      )}
      {wanted !== undefined && wanted.component === undefined && (
        <NewComponent
          type={wanted.type}
          members={{}}
          made={(component) => fill(wanted.member, component['@id'])}
          {...{ done, close }}
        />
      )}
    </Card>
  );
}
