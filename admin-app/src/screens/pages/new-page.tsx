import { useQuery } from '@tanstack/react-query';
import Autocomplete from '@mui/material/Autocomplete';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { client, resourceOf, type ApiDocument } from '../../api/client.js';
import { labelOf } from '../../api/records.js';
import { useType } from '../../session/session.js';
import { AddressFields, isComplete, NEW_ADDRESS } from './address-fields.js';
import { ActionDialog } from '../../ui/action-dialog.js';
import { CollapsibleSection } from '../../ui/collapsible-section.js';
import { slotsOf } from './group-names.js';
import type { PageNode, Site } from './site.js';
import { createPage } from './tree-requests.js';

const MAX_LAYOUTS = 100;
const FIRST_SLOT = 'primary';

export interface NewPageProps {
  readonly site: Site;
  /** Parent page. */
  readonly parent?: PageNode | undefined;
  readonly made: (page: ApiDocument) => void;
  readonly close: () => void;
}

/** Dialog that creates a page with its path and the groups of other pages of its type. */
export default function NewPage({ site, parent, made, close }: NewPageProps): ReactElement {
  const translate = useTranslate();
  const [title, setTitle] = useState('');
  const [reference, setReference] = useState<string>();
  const [isTemplate, setTemplate] = useState(false);
  const [chosenLayout, setLayout] = useState<string>();
  const kinds = kindsOf(site, isTemplate);
  const [chosenKind, setKind] = useState<string>();
  const [address, setAddress] = useState(NEW_ADDRESS);
  // Initially closed if all of its inputs have values.
  const [hasMore, setMore] = useState(kinds.length === 0);
  const layouts = useLayouts();
  const layout = chosenLayout ?? layouts[0]?.iri ?? '';
  const kind = chosenKind ?? kinds[0] ?? '';
  const named = reference ?? referenceOf(title);
  const slots = useSlots(site, kind);

  const run = async (): Promise<void> => {
    const members = {
      ...{ title, reference: named, uiComponent: kind, isTemplate, layout },
      ...(parent === undefined ? {} : parentOf(parent)),
    };
    // Templates have no path. Their page data has.
    const own = isTemplate ? { ...address, how: 'none' as const } : address;
    made(await createPage({ members, address: own, slots }));
  };

  return (
    <ActionDialog
      title={
        parent === undefined ? translate('pages.new') : translate('pages.new_below', { title: parent.title })
      }
      action={translate('ra.action.create')}
      isDisabled={[title, named, kind, layout].includes('') || !(isTemplate || isComplete(address))}
      {...{ run, close }}
    >
      <TextField
        autoFocus
        required
        margin="dense"
        label={translate('pages.title')}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      {!isTemplate && <AddressFields address={address} change={setAddress} />}
      <CollapsibleSection title={translate('pages.more_fields')} isOpen={hasMore} change={setMore}>
        {parent === undefined && (
          <FormControlLabel
            control={<Checkbox checked={isTemplate} onChange={(_event, checked) => setTemplate(checked)} />}
            label={translate('pages.is_template')}
          />
        )}
        <TextField
          select
          required
          label={translate('pages.layout')}
          value={layout}
          onChange={({ target }) => setLayout(target.value)}
        >
          {layouts.map(({ iri, label }) => (
            <MenuItem key={iri} value={iri}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <Autocomplete
          freeSolo
          disableClearable
          options={kinds}
          inputValue={kind}
          onInputChange={(_event, value) => setKind(value)}
          renderInput={(input) => (
            <TextField
              {...input}
              required
              label={translate('pages.kind')}
              helperText={translate('pages.kind_help')}
            />
          )}
        />
        <TextField
          required
          label={translate('pages.reference')}
          helperText={translate('pages.reference_help')}
          value={named}
          onChange={({ target }) => setReference(target.value)}
        />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {translate('pages.new_groups', { names: slots.join(', ') })}
        </Typography>
      </CollapsibleSection>
    </ActionDialog>
  );
}

/** Returns the values of `uiComponent` in use, the most frequent first. */
function kindsOf({ nodes }: Site, isTemplate: boolean): readonly string[] {
  const counts = new Map<string, number>();
  for (const { record, isPageData, ...node } of nodes.values()) {
    const kind = record['uiComponent'];
    if (isPageData || typeof kind !== 'string') continue;
    counts.set(kind, (counts.get(kind) ?? 0) + (node.isTemplate === isTemplate ? 1000 : 1));
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([kind]) => kind);
}

export const parentOf = ({ record, isPageData }: PageNode): object =>
  isPageData ? { parentPageData: record['@id'] } : { parentPage: record['@id'] };

const referenceOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100);

function useLayouts(): readonly { readonly iri: string; readonly label: string }[] {
  const type = useType('Layout');
  const { data } = useQuery({
    queryKey: ['page-tree-layouts'],
    queryFn: () => client.list(resourceOf(type), { perPage: MAX_LAYOUTS }),
  });
  return (data?.member ?? []).map((layout) => ({ iri: layout['@id'], label: labelOf(type, layout) }));
}

/** Returns the group names of an existing page of the same type. */
function useSlots({ nodes }: Site, kind: string): readonly string[] {
  const like = [...nodes.values()].find(
    ({ record }) => record['uiComponent'] === kind && iris(record['componentGroups']).length > 0,
  );
  const { data } = useQuery({
    queryKey: ['page-tree-slots', like?.record['@id']],
    queryFn: () =>
      Promise.all(
        iris(like?.record['componentGroups']).map((iri) => client.request<ApiDocument>('GET', iri)),
      ),
    enabled: like !== undefined,
  });
  const slots = slotsOf(data ?? []);
  return slots.length === 0 ? [FIRST_SLOT] : slots;
}

const iris = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
