import { STATUS_CODES } from 'node:http'
import createError from 'http-errors'
import type { Response } from 'koa'
import { errorBody } from './error-responses.js'

/** The functions that Strapi adds to Koa's response, with `created` and `noContent` of this server. */
type Helper = (this: Response, ...values: never[]) => void

/**
 * The functions for each status of an error, such as `badRequest` and `imATeapot`. They set the status and
 * the body, and don't throw.
 */
const errorHelpers = Object.fromEntries(
  Object.entries(STATUS_CODES).flatMap(([code, text = '']): [string, Helper][] => {
    const status = Number(code)
    if (status < 400) return []
    return [
      [
        camelCase(text),
        function (this: Response, message?: string, details: unknown = {}) {
          const { name, message: sent } = createError(status, message as string)
          this.status = status
          this.body = errorBody(status, name, sent, details)
        },
      ],
    ]
  }),
)

/** `I'm a Teapot` becomes `imATeapot`. */
function camelCase(text: string): string {
  const words = text.replaceAll("'", '').split(/[^A-Za-z0-9]+/)
  return words
    .map((word, index) => {
      const lower = word.toLowerCase()
      return index === 0 ? lower : lower.charAt(0).toUpperCase() + lower.slice(1)
    })
    .join('')
}

export const responseHelpers: Readonly<Record<string, Helper>> = {
  ...errorHelpers,
  send(this: Response, data: unknown, status = 200) {
    this.status = status
    this.body = data
  },
  created(this: Response, data?: unknown) {
    this.status = 201
    this.body = data
  },
  deleted(this: Response, data?: unknown) {
    if (data === undefined || data === null) {
      this.status = 204
      return
    }
    this.status = 200
    this.body = data
  },
  noContent(this: Response) {
    this.status = 204
  },
}
