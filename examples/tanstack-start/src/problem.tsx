/** The page of an error, which has the message and the status of `failureOf`. */
export const ErrorPage = ({ error }: { error: unknown }) => (
  <Problem title="Error" message={error instanceof Error ? error.message : 'Something went wrong.'} />
)

export const NotFoundPage = () => <Problem title="Not found" message="There is no such page." />

function Problem({ title, message }: { title: string; message: string }) {
  return (
    <>
      <title>{title}</title>
      <h1>{title}</h1>
      <p>{message}</p>
    </>
  )
}
