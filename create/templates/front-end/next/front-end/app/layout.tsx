import type { ReactNode } from 'react';
import '../style.css';

export const metadata = { icons: { icon: 'data:,' } };

export default function RootLayout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
