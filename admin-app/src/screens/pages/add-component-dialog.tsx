import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useNotify, useTranslate } from 'ra-core';
import { useState, type ReactElement, type ReactNode } from 'react';
import { client, type ApiDocument } from '../../api/client.js';
import type { AdminModel, AdminType } from '../../api/model.js';
import { useSession } from '../../session/session.js';
import { nameOf } from '../../api/display-names.js';
import { allowedTypes, type Group } from './board.js';
import { FormDialog } from './form-dialog.js';
import { slotOf } from './group-names.js';
import { NewComponent } from './new-component.js';
import { useErrorMessage } from '../../ui/use-error-message.js';
import { ReuseComponent } from './reuse-component.js';

export interface AddComponentDialogProps {
  readonly group: Group;
  /** The group belongs to a template, whose positions may show slots of page data. */
  readonly isOfTemplate: boolean;
  readonly done: () => void;
  readonly close: () => void;
}

type How = 'new' | 'reuse' | 'slot';

/** Dialog that adds to a group: a new component, an existing one, or a slot of page data. */
export function AddComponentDialog({
  group,
  isOfTemplate,
  done,
  close,
}: AddComponentDialogProps): ReactElement {
  const translate = useTranslate();
  const notify = useNotify();
  const reasonOf = useErrorMessage();
  const { model } = useSession();
  const [how, setHow] = useState<How>('new');
  const [type, setType] = useState<AdminType>();
  const allowed = allowedTypes(model, group);
  const iri = group.group['@id'];
  const finish = (): void => {
    done();
    close();
  };
  const item = (members: object): void =>
    void client
      .request('POST', '/_/component_positions', { body: { componentGroup: iri, ...members } })
      .then(finish, (error: unknown) => notify(reasonOf(error), { type: 'error' }));

  if (type !== undefined && how === 'new')
    return (
      <NewComponent
        type={type}
        members={{ componentPositions: [{ componentGroup: iri }] }}
        {...{ done, close }}
      />
    );
  const tabs: readonly How[] = ['new', 'reuse', ...(isOfTemplate ? (['slot'] as const) : [])];
  const kinds = allowed.filter(({ may }) => (how === 'new' ? may.create : may.list));
  return (
    <FormDialog
      title={translate('pages.add_to', { name: nameOf(slotOf(group.group as ApiDocument)) })}
      close={close}
    >
      <Tabs value={how} onChange={(_event, next: How) => setHow(next)} sx={{ px: 2 }} variant="scrollable">
        {tabs.map((one) => (
          <Tab key={one} value={one} label={translate(`pages.add.${one}`)} />
        ))}
      </Tabs>
      {how === 'slot' ? (
        <Choices empty={translate('pages.no_slots')}>
          {slotsOfModel(model, allowed).map(({ pageDataClass, pageDataProperty }) => (
            <ListItemButton
              key={`${pageDataClass} ${pageDataProperty}`}
              onClick={() => item({ pageDataClass, pageDataProperty })}
            >
              <ListItemText primary={nameOf(pageDataProperty)} secondary={nameOf(pageDataClass)} />
            </ListItemButton>
          ))}
        </Choices>
      ) : type !== undefined && how === 'reuse' ? (
        <ReuseComponent type={type} chosen={(component) => item({ component: component['@id'] })}>
          <Button onClick={() => setType(undefined)}>{translate('pages.other_type')}</Button>
        </ReuseComponent>
      ) : (
        <Choices empty={translate('pages.no_types')}>
          {kinds.map((one) => (
            <ListItemButton key={one.name} onClick={() => setType(one)}>
              <ListItemText primary={nameOf(one.name)} secondary={one.description} />
            </ListItemButton>
          ))}
        </Choices>
      )}
    </FormDialog>
  );
}

function Choices({
  empty,
  children,
}: {
  readonly empty: string;
  readonly children: readonly ReactNode[];
}): ReactElement {
  if (children.length === 0) return <Typography sx={{ p: 3, color: 'text.secondary' }}>{empty}</Typography>;
  return <List sx={{ pb: 2 }}>{children}</List>;
}

interface Slot {
  readonly pageDataClass: string;
  readonly pageDataProperty: string;
}

/** Returns the slots of page data that accept components of the group. */
const slotsOfModel = ({ types }: AdminModel, allowed: readonly AdminType[]): readonly Slot[] =>
  types
    .filter(({ group }) => group === 'page_data')
    .flatMap(({ name, members }) =>
      members
        .filter(({ kind, targets }) => kind === 'iri' && allowed.some((type) => targets.includes(type.name)))
        .map((member) => ({ pageDataClass: name, pageDataProperty: member.name })),
    );
