/** Authors; `slug` is the last segment of the path of their page. */
export const AUTHORS = [
  { slug: 'nora', name: 'Nora Vale', html: '<p>Nora lives by the sea and writes about ships.</p>' },
  { slug: 'emil', name: 'Emil Stone', html: '<p>Emil cooks, and shops where others sleep.</p>' },
] as const;

/** Articles, oldest first. */
export const ARTICLES = [
  {
    slug: 'market-morning',
    title: 'A morning at the market',
    summary: 'What you find when you come before everybody else.',
    author: 'emil',
    tags: ['food', 'city'],
    picture: 'market',
    alternative: 'Fruit in many colours, seen from above',
    html: '<p>At five the lamps are still on. The best tomatoes are gone by six.</p>',
  },
  {
    slug: 'evening-walk',
    title: 'An evening walk',
    summary: 'Two hours, three hills and one bench.',
    author: 'nora',
    tags: ['walks'],
    picture: 'evening',
    alternative: 'Hills under an evening sky',
    html: '<p>Start at the old mill and follow the river until the path leaves it.</p>',
  },
  {
    slug: 'harbour',
    title: 'Down at the harbour',
    summary: 'Who works there, and what the wind has to do with it.',
    author: 'nora',
    tags: ['city', 'sea'],
    picture: 'harbour',
    alternative: 'Waves, one behind the other',
    html: '<p>When the wind comes from the west nobody sails, and everybody talks.</p>',
  },
] as const;
