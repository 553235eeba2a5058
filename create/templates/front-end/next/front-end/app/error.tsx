'use client';

/** Error page for an unavailable or failing API. */
export default function Failed({ reset }: { readonly reset: () => void }) {
  return (
    <main>
      <h1>This page cannot be displayed</h1>
      <p>The site is temporarily unavailable. Please try again in a few minutes.</p>
      <p>
        <button onClick={reset}>Try again</button>
      </p>
    </main>
  );
}
