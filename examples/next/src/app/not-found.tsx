export const metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <>
      <h1>Not found</h1>
      <p>There is no such page.</p>
    </>
  )
}
