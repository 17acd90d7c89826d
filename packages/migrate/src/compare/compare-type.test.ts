import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGzip } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { compareType } from './compare-type.js'

it('stops reading at an invalid page count and at 64 MB', async () => {
  const mebibyte = Buffer.alloc(2 ** 20, ' ')
  const server = createServer((request, response) => {
    if (request.url?.includes('/large?') === true) {
      // 66 MB of JSON in 66 kB of gzip.
      response.writeHead(200, { 'content-encoding': 'gzip' })
      const zip = createGzip()
      zip.pipe(response)
      for (let count = 0; count < 66; count++) zip.write(mebibyte)
      zip.end('{}')
    } else response.end('{"data":[],"meta":{"pagination":{"pageCount":"many"}}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const at = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  const ask = (type: string) => compareType({ strapi: at, here: at, type, query: '', onDifference: () => undefined })
  expect(await ask('endless')).toEqual({ compared: 0, differences: 0, expected: 0 })
  await expect(ask('large')).rejects.toThrow(/large.* responded with more than 64 MB\./)
})
