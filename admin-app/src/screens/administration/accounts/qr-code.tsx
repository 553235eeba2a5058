import Box from '@mui/material/Box';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { encode } from 'uqr';

/** Width of the quiet zone that the standard requires. */
const QUIET = 4;

/**
 * QR code, rendered in the browser because it may contain a secret. It is black on white in dark mode too, because
 * scanners expect that.
 */
export default function QrCode({ text }: { readonly text: string }): ReactElement {
  const translate = useTranslate();
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <Box
      component="svg"
      role="img"
      aria-label={translate('people.qr_code')}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      sx={{ width: 220, maxWidth: '100%', alignSelf: 'center', bgcolor: '#fff', borderRadius: 1 }}
    >
      <path d={path} fill="#000" />
    </Box>
  );
}
