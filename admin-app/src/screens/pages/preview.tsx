import { useQuery } from '@tanstack/react-query';
import OpenInNew from '@mui/icons-material/OpenInNew';
import Refresh from '@mui/icons-material/Refresh';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { previewsOf, type MadePreview } from '../../../../templates/client/previews.js';
import { client, type ApiDocument } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import type { Tree } from './use-page.js';

const WIDTHS = { desktop: 1280, phone: 390 } as const;
const HOURS = 12;
const HEIGHT = 760;

const previews = previewsOf(client);

export interface PreviewProps {
  /** Page or page data. */
  readonly record: ApiDocument;
  readonly path: string | undefined;
  /** Current page. The preview reloads after each change of it. */
  readonly tree: Tree;
}

/** Preview of the page with its drafts, rendered by the front end. */
export function Preview({ record, path, tree }: PreviewProps): ReactElement {
  const translate = useTranslate();
  const { frontEnd } = useSession().model.service;
  const missing =
    frontEnd === null
      ? 'pages.preview.no_front_end'
      : path === undefined
        ? 'pages.preview.no_path'
        : undefined;
  return (
    <Card component="section" aria-label={translate('pages.preview.title')} sx={{ p: 1.5 }}>
      <Typography component="h2" variant="subtitle1" sx={{ mb: 1 }}>
        {translate('pages.preview.title')}
      </Typography>
      {missing === undefined ? (
        <Framed address={`${frontEnd}${path}`} {...{ record, tree }} />
      ) : (
        <Alert severity="info">{translate(missing)}</Alert>
      )}
    </Card>
  );
}

type FramedProps = Pick<PreviewProps, 'record' | 'tree'> & { readonly address: string };

function Framed({ address, record, tree }: FramedProps): ReactElement | null {
  const translate = useTranslate();
  const [device, setDevice] = useState<keyof typeof WIDTHS>('desktop');
  const [times, setTimes] = useState(0);
  const link = useLink(record);
  // A frame on another origin cannot be reloaded by script, so a new one replaces it.
  const shown = useRef(tree);
  useEffect(() => {
    if (shown.current !== tree) setTimes((before) => before + 1);
    shown.current = tree;
  }, [tree]);
  if (link === undefined) return null;
  const url = link === null ? address : `${address}?preview=${encodeURIComponent(link.token)}`;
  return (
    <>
      <Stack direction="row" sx={{ gap: 1, mb: 1, alignItems: 'center' }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={device}
          aria-label={translate('pages.preview.width')}
          onChange={(_event, chosen: keyof typeof WIDTHS | null) => chosen !== null && setDevice(chosen)}
        >
          <ToggleButton value="desktop">{translate('pages.preview.desktop')}</ToggleButton>
          <ToggleButton value="phone">{translate('pages.preview.phone')}</ToggleButton>
        </ToggleButtonGroup>
        <IconButton aria-label={translate('pages.preview.again')} onClick={() => setTimes(times + 1)}>
          <Refresh fontSize="small" />
        </IconButton>
        <Button
          size="small"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          startIcon={<OpenInNew fontSize="small" />}
        >
          {translate('pages.preview.tab')}
        </Button>
      </Stack>
      <Frame key={times} url={url} width={WIDTHS[device]} />
      <Typography variant="body2" component="details" sx={{ mt: 1, color: 'text.secondary' }}>
        <summary>{translate('pages.preview.nothing')}</summary>
        {translate('pages.preview.refused', { origin: location.origin })}
      </Typography>
    </>
  );
}

/** Frame with the width of the device, scaled down to the available space. */
function Frame({ url, width }: { readonly url: string; readonly width: number }): ReactElement {
  const translate = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  const [space, setSpace] = useState(width);
  useEffect(() => {
    if (box.current === null) return;
    const observer = new ResizeObserver(([entry]) => setSpace(entry?.contentRect.width ?? width));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [width]);
  const scale = Math.min(1, space / width);
  return (
    <Box ref={box} sx={{ overflow: 'hidden', border: 1, borderColor: 'divider', height: HEIGHT * 0.8 }}>
      <Box
        component="iframe"
        title={translate('pages.preview.title')}
        src={url}
        // The page may run scripts and forms, but must not navigate the admin away.
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        referrerPolicy="no-referrer"
        style={{ width, height: (HEIGHT * 0.8) / scale, transform: `scale(${scale})` }}
        sx={{ border: 0, transformOrigin: 'top left', display: 'block', bgcolor: 'common.white' }}
      />
    </Box>
  );
}

/**
 * Creates a preview link for the time that the screen is open.
 * @returns null if the user may not create one
 */
function useLink(record: ApiDocument): MadePreview | null | undefined {
  const { features } = useSession().model;
  const iri = record['@id'];
  const isPage = record['@type'] === 'Page';
  const { data } = useQuery({
    queryKey: ['page-tree-preview', iri],
    queryFn: () => makeLink(iri, isPage),
    enabled: features.includes('previews'),
    staleTime: Infinity,
    gcTime: 0,
  });
  useEffect(() => {
    if (!data) return;
    return () => void previews.revoke(data.id).catch(() => undefined);
  }, [data]);
  return features.includes('previews') ? data : null;
}

function makeLink(iri: string, isPage: boolean): Promise<MadePreview | null> {
  const expiresAt = new Date(Date.now() + HOURS * 3_600_000);
  const target = isPage ? { page: iri } : { pageData: iri };
  return previews.create({ ...target, expiresAt }).catch(() => null);
}
