import { type JsonText, parseText } from '@content-api/engine/plan/json-text'
import { type HttpResponse, type ResponseBody, jsonType } from '../message/message.js'

/** The body of a response of this server. It is only parsed if code reads it. */
export class NativeBody {
  constructor(
    readonly body: ResponseBody,
    readonly headers: HttpResponse['headers'],
  ) {}

  /** Returns an object for JSON, a string for other text, and the body itself otherwise. */
  parse(): unknown {
    const type = this.headers['Content-Type']
    if (type === jsonType) return parseText(this.body as JsonText)
    return this.body
  }
}
