import { Blocked, CheckFailure, type Comparison, NotApplicable } from '../check/check-failure.js'
import { absent, differences } from '../check/difference.js'
import { isRecord, read } from '../check/read.js'
import { markerAttribute } from '../content-model/schema-file.js'
import { type ModelType, namesOf } from '../content-model/type-names.js'
import type { Capability } from '../profile/capability.js'
import { create, entryOf, make, makeMany, must } from '../fixtures/maker.js'
import type { Fixtures } from '../fixtures/run-fixtures.js'
import type { Entry, EntryId, EntryView } from '../target/entry-view.js'
import { describeRequest } from '../target/describe-request.js'
import type { Exchange } from '../target/exchange.js'
import { HttpClient } from '../target/http-client.js'
import type { ExtensionService, InprocAdapter } from '../target/inproc.js'
import { noJournal } from '../target/journal.js'
import { type CallOptions, Session } from '../target/session.js'

type Data = Readonly<Record<string, unknown>>
type Parameters = Readonly<Record<string, unknown>>

const isList = (found: Entry | null | readonly Entry[]): found is readonly Entry[] => Array.isArray(found)

/** The expected properties of a rejection. */
interface Rejection {
  readonly status?: number
  /** A name that the error must mention. */
  readonly mentions?: string
  /** Accepts every error status, where the specification requires an error without naming a status. */
  readonly anyStatus?: boolean
}

/** The tools of a scenario: requests, prerequisites, and checks that record which response they examined. */
export class ScenarioContext {
  constructor(
    readonly session: Session,
    readonly fixtures: Fixtures,
  ) {}

  get configuration() {
    return this.session.target.configuration
  }

  get marker(): string {
    return this.session.marker
  }

  get view(): EntryView {
    return this.session.view
  }

  // Requests

  list(type: ModelType, query: Parameters | string = {}, options?: CallOptions): Promise<Exchange> {
    return this.session.get(namesOf(type).path, query, options)
  }

  /** Requests the entries with a marker: this scenario's own unless another is passed. */
  mine(
    type: ModelType,
    query: Parameters = {},
    { marker = this.marker, ...options }: CallOptions & { marker?: string } = {},
  ) {
    const filters = isRecord(query['filters']) ? query['filters'] : {}
    return this.list(type, { ...query, filters: { ...filters, [markerAttribute]: { $eq: marker } } }, options)
  }

  read(type: ModelType, id: EntryId, query: Parameters | string = {}, options?: CallOptions): Promise<Exchange> {
    return this.session.get(`${namesOf(type).path}/${id}`, query, options)
  }

  create(type: ModelType, data: Data, options?: CallOptions): Promise<Exchange> {
    return create(this.session, type, data, options)
  }

  update(type: ModelType, id: EntryId, data: Data, options: CallOptions = {}): Promise<Exchange> {
    return this.session.request('PUT', `${namesOf(type).path}/${id}`, {
      ...options,
      body: { data: this.view.data(data) },
    })
  }

  delete(type: ModelType, id: EntryId, options: CallOptions = {}): Promise<Exchange> {
    return this.session.request('DELETE', `${namesOf(type).path}/${id}`, options)
  }

  graphql(query: string, variables: Data = {}, options?: CallOptions): Promise<Exchange> {
    return this.session.graphql(query, variables, options)
  }

  // Prerequisites

  make(type: ModelType, data: Data = {}): Promise<Entry> {
    return make(this.session, type, data)
  }

  makeMany(type: ModelType, rows: readonly Data[]): Promise<Entry[]> {
    return makeMany(this.session, type, rows)
  }

  // The extension interface

  get inproc(): InprocAdapter {
    return this.session.target.inproc ?? this.block('No adapter provides the extension interface.')
  }

  /** Starts a separate target with a customized GraphQL schema, and uses it until `work` is done. */
  async extended(
    extend: (service: ExtensionService) => void,
    work: (inside: ScenarioContext) => Promise<void>,
  ): Promise<void> {
    const { target, marker, exchanges } = this.session
    const started = await this.inproc.start(extend)
    try {
      const client = new HttpClient({ ...target.client.options, fetch: started.fetch })
      // The target's content disappears when it closes, so nothing is journalled or deleted.
      const session = new Session({ ...target, client, journal: noJournal }, marker, 'check', exchanges)
      await work(new ScenarioContext(session, this.fixtures))
    } finally {
      await started.close()
    }
  }

  // Checks

  #look(response: Exchange | undefined): void {
    if (response) this.session.looked = { ...this.session.looked, response }
  }

  /**
   * @param response the response that shows the failure; undefined if none does
   * @param what the fault, to which the message adds what was expected, what came, and the request
   * @throws CheckFailure
   */
  fail(response: Exchange | undefined, what: string, comparison: Comparison): never {
    const request = response === undefined ? '' : ` in ${describeRequest(response)}`
    throw new CheckFailure(`${what}${request}`, comparison, response?.index)
  }

  status(response: Exchange, ...expected: readonly number[]): Exchange {
    this.#look(response)
    if (expected.includes(response.status)) return response
    return this.fail(response, 'Another status', {
      expected: expected.length === 1 ? expected[0] : expected,
      actual: response.status,
    })
  }

  equal(response: Exchange | undefined, what: string, actual: unknown, expected: unknown): void {
    this.#look(response)
    if (differences(actual, expected).length > 0) this.fail(response, what, { expected, actual })
  }

  that(response: Exchange, holds: boolean, what: string, expected: unknown, actual: unknown): void {
    this.#look(response)
    if (!holds) this.fail(response, what, { expected, actual })
  }

  /** Returns the entry of a successful response. */
  entry(response: Exchange): Entry {
    this.status(response, 200, 201)
    const entry = entryOf(this.session, response)
    return (
      entry ??
      this.fail(response, 'The response contains no entry in data', {
        expected: this.view.shape,
        actual: read(response.body, 'data') ?? absent,
      })
    )
  }

  /** Checks that a delete succeeded. In Strapi 4 it returns the entry. */
  deleted(response: Exchange): void {
    if (this.view.hasVersions) this.status(response, 204)
    else this.entry(response)
  }

  /** Returns the entries of a successful list. */
  entries(response: Exchange): Entry[] {
    this.status(response, 200)
    const data = read(response.body, 'data')
    if (!Array.isArray(data)) {
      return this.fail(response, 'The response to a list contains no array in data', {
        expected: 'an array',
        actual: data ?? absent,
      })
    }
    return data.map((entry: unknown, index) => {
      const { shape } = this.view
      return (
        this.view.entry(entry) ??
        this.fail(response, `data[${index}] is not an entry`, { expected: shape, actual: entry })
      )
    })
  }

  /** Returns the values of one attribute in a list, in order. */
  column(response: Exchange, attribute: string): unknown[] {
    return this.entries(response).map(({ attributes }) => attributes[attribute])
  }

  /** Checks the values of one attribute in a list, in any order, and that `total` is their number. */
  holds(response: Exchange, attribute: string, expected: readonly unknown[]): void {
    const sorted = (values: readonly unknown[]) => values.map(String).toSorted((a, b) => a.localeCompare(b))
    this.equal(
      response,
      `The list contains other entries (by ${attribute})`,
      sorted(this.column(response, attribute)),
      sorted(expected),
    )
    this.equal(
      response,
      "total doesn't match the entries of the list",
      read(response.body, 'meta.pagination.total'),
      expected.length,
    )
  }

  /** Returns the content of a relation: the ids in order for to-many, one id or null for to-one. */
  related(response: Exchange, entry: Entry, attribute: string): unknown {
    const found = this.relatedEntries(response, entry, attribute)
    if (isList(found)) return found.map(({ id }) => id)
    return found === null ? null : found.id
  }

  /** Returns the entries of a relation: a list for to-many, one entry or null for to-one. */
  relatedEntries(response: Exchange, entry: Entry, attribute: string): Entry | null | readonly Entry[] {
    const value = entry.attributes[attribute]
    const found = this.view.related(value)
    if (found !== undefined) return found
    return this.fail(response, `${attribute} is not populated`, {
      expected: this.view.populated,
      actual: value ?? absent,
    })
  }

  /** Follows relations from an entry, in a list to its first target. */
  follow(response: Exchange, entry: Entry, ...names: readonly string[]): Entry {
    return names.reduce((current, name) => {
      const found = this.relatedEntries(response, current, name)
      const target = isList(found) ? found[0] : found
      return target ?? this.fail(response, `${name} has no target`, { expected: 'an entry', actual: found })
    }, entry)
  }

  /**
   * Sends a request that must be rejected and a control, the same request without the defect, which must
   * succeed. The control prevents a target that rejects everything from passing.
   */
  async rejected(
    bad: () => Promise<Exchange>,
    control: () => Promise<Exchange>,
    expected: Rejection = {},
  ): Promise<Exchange> {
    must(await control(), 'The control, the same request without the defect,')
    return this.#rejection(bad, expected)
  }

  /** Does the same as `rejected` for several defects, which share a control. Returns the rejections in order. */
  async eachRefused(
    bad: readonly (() => Promise<Exchange>)[],
    control: () => Promise<Exchange>,
    expected: Rejection = {},
  ): Promise<Exchange[]> {
    must(await control(), 'The control, the same request without the defects,')
    const responses: Exchange[] = []
    for (const one of bad) responses.push(await this.#rejection(one, expected))
    return responses
  }

  async #rejection(bad: () => Promise<Exchange>, expected: Rejection): Promise<Exchange> {
    const response = await bad()
    this.error(response, expected)
    return response
  }

  /** Checks that a response is an error in the error envelope, with status 4xx unless `anyStatus` allows 5xx. */
  error(response: Exchange, { status, mentions, anyStatus = false }: Rejection = {}): void {
    if (status !== undefined) this.status(response, status)
    const rejected = response.status >= 400 && (anyStatus || response.status < 500)
    this.that(response, rejected, 'The request was not rejected', anyStatus ? '4xx or 5xx' : '4xx', response.status)
    this.session.looked = { ...this.session.looked, rejection: response }
    const error = read(response.body, 'error')
    this.that(
      response,
      isRecord(error),
      'The response to a rejected request has no error object',
      '{ error: { … } }',
      response.body ?? response.text,
    )
    if (mentions !== undefined) {
      this.that(
        response,
        JSON.stringify(error).includes(mentions),
        `The error does not name '${mentions}'`,
        mentions,
        error,
      )
    }
  }

  /** Returns the data of a GraphQL response that must have no errors. */
  data(response: Exchange): Record<string, unknown> {
    this.status(response, 200)
    const errors = read(response.body, 'errors')
    if (errors !== undefined) this.fail(response, 'GraphQL returned errors', { expected: absent, actual: errors })
    const data = read(response.body, 'data')
    return isRecord(data)
      ? data
      : this.fail(response, 'GraphQL returned no data', { expected: 'an object', actual: data ?? absent })
  }

  /** Returns the messages of a GraphQL response that must have errors. */
  errors(response: Exchange): string[] {
    const errors = read(response.body, 'errors')
    if (!Array.isArray(errors) || errors.length === 0) {
      return this.fail(response, 'GraphQL returned no errors', { expected: 'an array', actual: errors ?? absent })
    }
    return errors.map((error: unknown) => {
      const message = read(error, 'message')
      if (typeof message === 'string' && message !== '') return message
      return this.fail(response, 'An error has no message', { expected: 'a string', actual: message ?? absent })
    })
  }

  /** Ends the scenario: the target, its adapter or the configuration lacks what the scenario needs. */
  notApplicable(reason: string): never {
    throw new NotApplicable(reason)
  }

  /**
   * Ends the scenario: a content type lacks what it needs. The types of the suite's model have it, so there
   * its absence is a failure, unless the profile lacks the capability.
   * @param type `types` or `writable`, the part of the configuration that may name the type
   */
  lacking(type: 'types' | 'writable', reason: string, capability?: Capability): never {
    const { configuration, session } = this
    const isNamed = type === 'types' ? configuration.types.length > 0 : configuration.writable !== undefined
    const isExpected = capability === undefined || session.target.profile.capabilities.has(capability)
    const last = session.exchanges.at(-1)
    if (!isNamed && isExpected)
      this.fail(last, reason, { expected: 'what the content model has', actual: last?.body ?? absent })
    throw new NotApplicable(reason)
  }

  /** Ends the scenario: its clauses can't be verified. */
  block(reason: string): never {
    throw new Blocked(reason)
  }
}
