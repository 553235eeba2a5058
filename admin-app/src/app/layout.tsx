import AppBar from '@mui/material/AppBar';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import MenuIcon from '@mui/icons-material/Menu';
import { useNotificationContext, useTranslate, type CoreLayoutProps } from 'ra-core';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { ExtensionFailure } from './extensions/extension-failure.js';
import { Menu } from './menu.js';
import { OfflineNotice } from './offline-notice.js';
import { UserMenu } from './user-menu.js';
import { Loading } from '../ui/loading.js';

const Messages = lazy(() => import('./notifications.js'));

const WIDTH = 240;

/** Layout of the admin: app bar, menu (a drawer on phones) and screen. */
export function Layout({ children }: CoreLayoutProps): ReactElement {
  const translate = useTranslate();
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true });
  const [isOpen, setOpen] = useState(false);
  const open = (
    <IconButton
      color="inherit"
      edge="start"
      onClick={() => setOpen(true)}
      aria-label={translate('admin.open_menu')}
    >
      <MenuIcon />
    </IconButton>
  );
  return (
    <Box sx={{ display: 'flex', minHeight: '100vh' }}>
      <Link href="#main-content" sx={SKIP}>
        {translate('ra.navigation.skip_nav')}
      </Link>
      <AppBar position="fixed" sx={{ zIndex: (theme) => theme.zIndex.drawer + (isWide ? 1 : 0) }}>
        <Toolbar variant="dense" sx={{ gap: 1 }}>
          {!isWide && open}
          <Typography component="h1" variant="h6" noWrap sx={{ flexGrow: 1 }} id="react-admin-title" />
          <UserMenu />
        </Toolbar>
      </AppBar>
      <Drawer
        variant={isWide ? 'permanent' : 'temporary'}
        open={isWide || isOpen}
        onClose={() => setOpen(false)}
        sx={{ width: isWide ? WIDTH : 0, flexShrink: 0, '& .MuiDrawer-paper': { width: WIDTH } }}
      >
        <Toolbar variant="dense" />
        <Menu chosen={() => setOpen(false)} />
      </Drawer>
      <Box
        component="main"
        id="main-content"
        tabIndex={-1}
        sx={{ flexGrow: 1, minWidth: 0, p: { xs: 1, sm: 2 } }}
      >
        <Toolbar variant="dense" />
        <OfflineNotice />
        <ExtensionFailure />
        <Suspense fallback={<Loading />}>{children}</Suspense>
      </Box>
      <FirstMessages />
    </Box>
  );
}

/** Loads the component for notifications with the first notification. */
function FirstMessages(): ReactElement | null {
  const { notifications } = useNotificationContext();
  const [isThere, setThere] = useState(false);
  if (notifications.length > 0 && !isThere) setThere(true);
  return isThere ? (
    <Suspense>
      <Messages />
    </Suspense>
  ) : null;
}

/** Skip link, visible only while it has the focus. */
const SKIP = {
  position: 'fixed',
  top: -100,
  left: 8,
  p: 1,
  zIndex: 'tooltip',
  bgcolor: 'background.paper',
  '&:focus': { top: 8 },
};
