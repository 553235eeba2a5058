import { useQuery } from '@tanstack/react-query';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import type { ApiDocument } from '../../api/client.js';
import { LoadFailed, Loading } from '../../ui/loading.js';
import { AddressFields, DateField, isComplete, LiveFields, NEW_ADDRESS } from './address-fields.js';
import { ActionDialog } from '../../ui/action-dialog.js';
import type { PageNode } from './site.js';
import { addAddress, changeAddress, readAgain, type Live } from './tree-requests.js';

export interface NodeDialogProps {
  readonly node: PageNode;
  /** The page may have subpages that the node does not contain. */
  readonly hasChildren?: boolean;
  /** Called after a change. */
  readonly done: () => void;
  readonly close: () => void;
}

/** Dialog for the path and the visibility of a page. */
export function AddressDialog(props: NodeDialogProps): ReactElement {
  const { route } = props.node;
  const { data, error, refetch } = useQuery({
    queryKey: ['page-tree-route', route?.['@id']],
    queryFn: () => readAgain(route?.['@id'] ?? ''),
    enabled: route !== undefined,
    gcTime: 0,
  });
  if (route === undefined) return <NewAddress {...props} />;
  if (data !== undefined) return <ChangedAddress {...props} route={data} />;
  return error === null ? <Loading /> : <LoadFailed error={error} retry={() => void refetch()} />;
}

function NewAddress({ node, done, close }: NodeDialogProps): ReactElement {
  const translate = useTranslate();
  const [address, setAddress] = useState(NEW_ADDRESS);
  const { record, isPageData } = node;
  const target = isPageData ? { pageData: record['@id'] } : { page: record['@id'] };
  return (
    <ActionDialog
      title={translate('pages.address_of', { title: node.title })}
      action={translate('ra.action.save')}
      isDisabled={!isComplete(address) || address.how === 'none'}
      run={() => addAddress(target, address).then(done)}
      close={close}
    >
      <AddressFields address={address} change={setAddress} />
    </ActionDialog>
  );
}

function ChangedAddress({
  node,
  hasChildren = node.children.length > 0,
  route,
  done,
  close,
}: NodeDialogProps & { readonly route: ApiDocument }): ReactElement {
  const translate = useTranslate();
  const before = String(route['path'] ?? '');
  const [path, setPath] = useState(before);
  const [live, setLive] = useState<Live>(() => liveOf(route['liveAt']));
  const [until, setUntil] = useState(() => inputOf(route['expiresAt']));
  const [cascade, setCascade] = useState(true);
  const isMoved = path !== before;
  const run = async (): Promise<void> => {
    const expiresAt = until === '' ? null : new Date(until).toISOString();
    const isSame = until === inputOf(route['expiresAt']);
    await changeAddress(route, {
      ...{ path, live, cascade: cascade && hasChildren },
      expiresAt: isSame ? ((route['expiresAt'] as string | undefined) ?? null) : expiresAt,
    });
    done();
  };
  return (
    <ActionDialog
      title={translate('pages.address_of', { title: node.title })}
      action={translate('ra.action.save')}
      isDisabled={path.trim() === '' || (live.when === 'at' && live.at === '')}
      {...{ run, close }}
    >
      <TextField
        required
        autoFocus
        margin="dense"
        label={translate('pages.path')}
        helperText={isMoved ? translate('pages.old_path', { path: before }) : ' '}
        value={path}
        onChange={({ target }) => setPath(target.value)}
      />
      {isMoved && hasChildren && (
        <FormControlLabel
          control={<Checkbox checked={cascade} onChange={(_event, checked) => setCascade(checked)} />}
          label={translate('pages.cascade')}
        />
      )}
      {'liveAt' in route ? (
        <>
          <LiveFields live={live} change={setLive} />
          {live.when !== 'off' && (
            <DateField label={translate('pages.live.until')} value={until} change={setUntil} />
          )}
        </>
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{translate('pages.live.not_yours')}</Typography>
      )}
    </ActionDialog>
  );
}

function liveOf(liveAt: unknown): Live {
  if (typeof liveAt !== 'string') return { when: liveAt === null ? 'off' : 'now', at: '' };
  return new Date(liveAt) > new Date() ? { when: 'at', at: inputOf(liveAt) } : { when: 'now', at: '' };
}

/** Converts a date and time to the format of browser inputs, in the time zone of the browser. */
function inputOf(moment: unknown): string {
  if (typeof moment !== 'string') return '';
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
