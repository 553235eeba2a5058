import { localPath } from '../../lib/page';

interface Props {
  readonly searchParams: Promise<{ readonly to?: string; readonly refused?: string }>;
}

export default async function SignIn({ searchParams }: Props) {
  const { to, refused } = await searchParams;
  return (
    <main>
      <h1>Sign in</h1>
      <form className="fields" method="post" action="/sign-in/submit">
        <input type="hidden" name="to" value={localPath(to)} />
        <label>
          Name
          <input name="username" autoComplete="username" required />
        </label>
        <label>
          Password
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        {refused !== undefined && (
          <p className="error" role="alert">
            This name and this password do not belong together.
          </p>
        )}
        <div>
          <button>Sign in</button>
        </div>
      </form>
    </main>
  );
}
