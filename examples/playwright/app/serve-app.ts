import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'

export interface App {
  readonly url: string
  close(): Promise<void>
}

/** Serves the tested page. `api` is the address of the content service. Real apps read it from the environment. */
export async function serveApp(api: string): Promise<App> {
  const page = await readFile(new URL('notes.html', import.meta.url), 'utf8')
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page.replace('{{api}}', api))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
