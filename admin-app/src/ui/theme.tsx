import CssBaseline from '@mui/material/CssBaseline';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useStore } from 'ra-core';
import { useMemo, type ReactElement, type ReactNode } from 'react';

export const SCHEMES = ['system', 'light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** Returns the chosen color scheme and a function that changes it. */
export const useScheme = (): [Scheme, (scheme: Scheme) => void] => useStore<Scheme>('scheme', 'system');

const nameOfBox = (props: object): { 'aria-label'?: string } =>
  'aria-label' in props ? { 'aria-label': String(props['aria-label']) } : {};

/** The default blue and orange of Material UI have too little contrast for text on white. */
const LIGHT = {
  primary: { main: '#1f5f8b' },
  info: { main: '#01639c' },
  warning: { main: '#a34700' },
  background: { default: '#f6f7f9' },
};

const themeOf = (mode: 'light' | 'dark') =>
  createTheme({
    palette: mode === 'light' ? { mode, ...LIGHT } : { mode, primary: { main: '#8ec5ea' } },
    // System fonts only: no font is downloaded.
    typography: { fontFamily: 'system-ui, sans-serif' },
    components: {
      MuiTextField: { defaultProps: { variant: 'outlined', size: 'small' } },
      MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small' } },
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      // The label belongs to the input. React-admin sets it on the element around it, where screen readers ignore it.
      MuiCheckbox: {
        defaultProps: {
          slotProps: { input: nameOfBox, root: { 'aria-label': undefined } },
        },
      },
      MuiCssBaseline: { styleOverrides: { body: { overflowWrap: 'anywhere' } } },
    },
  });

/** Applies the light or dark theme, as chosen or as the system prefers. */
export function Themed({ children }: { readonly children: ReactNode }): ReactElement {
  const [scheme] = useScheme();
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true });
  const mode = scheme === 'dark' || (scheme === 'system' && isSystemDark) ? 'dark' : 'light';
  const theme = useMemo(() => themeOf(mode), [mode]);
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline enableColorScheme />
      {children}
    </ThemeProvider>
  );
}
