export default function NotFound() {
  return (
    <main>
      <h1>Not found</h1>
      <p>There is no page at this address.</p>
      <p>
        <a href="/">To the home page</a>
      </p>
    </main>
  );
}
