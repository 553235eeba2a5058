import Link from 'next/link';
import type { NavigationLink } from '../../generated/types/index.js';

interface Props {
  readonly link: NavigationLink;
  readonly path: string;
}

/** Renders a link, or nothing if the target has no URL because the visitor can't see it. */
export function NavigationLinkView({ link: { label, url }, path }: Props) {
  if (url == null) return null;
  return (
    <Link href={url} aria-current={url === path ? 'page' : undefined}>
      {label}
    </Link>
  );
}
