import Link from 'next/link';
import type { NavigationLink } from '../../generated/types/index.js';

interface Props {
  readonly link: NavigationLink;
  readonly path: string;
}

/** A link to a page that the visitor may not see has no address, so it is no link. */
export function NavigationLinkView({ link: { label, url }, path }: Props) {
  if (url == null) return null;
  return (
    <Link href={url} aria-current={url === path ? 'page' : undefined}>
      {label}
    </Link>
  );
}
