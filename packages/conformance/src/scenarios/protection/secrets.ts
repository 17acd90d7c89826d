import { namesOf } from '../../content-model/type-names.js'
import { make } from '../../fixtures/maker.js'
import type { Exchange } from '../../target/exchange.js'
import type { Scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'
import { protecting } from './cell.js'
import { companions, expectBlind, expectHidden } from './observe.js'

const items = namesOf('item')
const articles = namesOf('article')

interface Secret {
  readonly data: 'private' | 'passwords'
  readonly attribute: 'hidden' | 'pass'
  readonly clause: string
  readonly subject: string
  /** Values that a guess compares: one that matches the stored value, and one that doesn't. */
  readonly guesses: (value: string) => readonly (readonly [operator: string, right: string, wrong: string])[]
}

const kinds: readonly Secret[] = [
  {
    data: 'private',
    attribute: 'hidden',
    clause: '2.3/private',
    subject: 'A private attribute',
    guesses: (value) => [
      ['$eq', value, 'a wrong guess'],
      ['$startsWith', value.slice(0, 5), 'wrong'],
      ['$null', 'false', 'true'],
    ],
  },
  {
    data: 'passwords',
    attribute: 'pass',
    clause: '2.3/password-hidden',
    subject: 'A password attribute',
    // Hashes begin with a $ sign.
    guesses: (value) => [
      ['$eq', value, 'a wrong guess'],
      ['$startsWith', '$', 'wrong'],
      ['$null', 'false', 'true'],
    ],
  },
]

/** Matches hashes of passwords by their usual prefixes. */
// Bounded input: each attempt ends after 40 characters.
const hash = /\$(?:2[abxy]|argon2[a-z]{0,2}|scrypt|pbkdf2[\w-]{0,10}|5|6)\$[^"\\]{0,20}/

function secretScenarios({ data, attribute, clause, subject, guesses }: Secret): readonly Scenario[] {
  const cell = protecting(data)
  const content = (t: ScenarioContext) =>
    t.fixtures.get(`protected-${data}`, async (session) => {
      const value = `Secret-${session.marker}`
      const open = `open ${session.marker}`
      const item = await make(session, 'item', { label: open, [attribute]: value })
      await make(session, 'item', { label: open, [attribute]: `Zecret-${session.marker}` })
      const owner = await make(session, 'article', { title: 'owner', item: item.id })
      return { marker: session.marker, value, open, item: item.id, owner: owner.id }
    })
  const inComponents = (t: ScenarioContext) =>
    t.fixtures.get(`protected-${data}-in-components`, async (session) => {
      const value = `Secret-${session.marker}`
      const guard = { note: `open ${session.marker}`, [attribute]: value }
      const zone = [{ __component: 'conf.guard', ...guard }]
      const owner = await make(session, 'article', { title: 'owner', guard, zone })
      return { marker: session.marker, value, open: guard.note, owner: owner.id }
    })

  /** Checks that a response contains neither the value nor a hash nor, over REST, the name of the attribute. */
  function expectNothing(
    t: ScenarioContext,
    response: Exchange,
    where: string,
    value: string,
    shown: readonly string[],
  ) {
    const found = hash.exec(response.text)
    const isRest = !response.url.endsWith(t.configuration.graphqlPath)
    // Over REST not even the name of the attribute, in GraphQL no text of it.
    const hidden = [value, ...(found ? [found[0]] : []), isRest ? `"${attribute}":` : `"${attribute}":"`]
    expectHidden(t, response, { what: `${subject} is visible ${where}`, hidden, shown })
  }

  async function hiddenInComponents(t: ScenarioContext, name: string, populates: readonly unknown[]): Promise<void> {
    const { marker, value, open, owner } = await inComponents(t)
    for (const populate of populates) {
      expectNothing(t, await t.mine('article', { populate }, { marker }), `in a ${name}`, value, [open])
      expectNothing(t, await t.read('article', owner, { populate }), `in a ${name}`, value, [open])
      const updated = await t.update('article', owner, {}, { query: { populate } })
      expectNothing(t, updated, `in a ${name} of the response to an update`, value, [open])
    }
  }

  /** Sends a GraphQL query that selects the attribute, and one that doesn't, which must succeed. */
  async function hiddenInGraphql(
    t: ScenarioContext,
    where: string,
    query: (selection: string) => string,
    variables: Readonly<Record<string, unknown>>,
    { open, name, value }: { readonly open: string; readonly name: string; readonly value: string },
  ): Promise<void> {
    expectNothing(t, await t.graphql(query(name), variables), where, value, [open])
    expectNothing(t, await t.graphql(query(`${name} ${attribute}`), variables), where, value, [])
  }

  const ofFixture = '(filters: { marker: { eq: $m } })'

  return [
    cell('list', [clause], `${subject} is in no list, whatever its parameters are`, async (t) => {
      const { marker, value, open } = await content(t)
      const plain = companions('x', 'label').filter(({ populate }) => populate === undefined || populate === '*')
      for (const query of [...plain, { fields: '*' }, { fields: ['*'] }])
        expectNothing(t, t.status(await t.mine('item', query, { marker }), 200), 'in a list', value, [open])
    }),
    cell('one', [clause], `${subject} is in no entry, whatever the parameters are`, async (t) => {
      const { item, value, open } = await content(t)
      for (const query of [{}, { populate: '*' }, { fields: '*' }, { fields: ['label'] }])
        expectNothing(t, t.status(await t.read('item', item, query), 200), 'in an entry', value, [open])
    }),
    ...(['relation-list', 'relation-one'] as const).map((position) =>
      cell(position, [clause], `${subject} is in no populated entry`, async (t) => {
        const { marker, owner, value, open } = await content(t)
        for (const populate of [
          ['item'],
          '*',
          { item: true },
          { item: { fields: ['label'] } },
          { item: { fields: '*' } },
        ]) {
          const response =
            position === 'relation-list'
              ? await t.mine('article', { populate }, { marker })
              : await t.read('article', owner, { populate })
          expectNothing(t, t.status(response, 200), 'in a populated entry', value, [open])
        }
      }),
    ),
    cell('component', [clause], `${subject} of a component is in no response`, (t) =>
      hiddenInComponents(t, 'component', [['guard'], '*', { guard: true }, { guard: { populate: '*' } }]),
    ),
    cell('zone', [clause], `${subject} of a component in a dynamic zone is in no response`, (t) =>
      hiddenInComponents(t, 'dynamic zone', [
        ['zone'],
        { zone: { populate: '*' } },
        { zone: { on: { 'conf.guard': true } } },
      ]),
    ),
    cell('filter', [clause], `Filters and sorts show nothing of ${subject.toLowerCase()}`, async (t) => {
      const { marker, value } = await content(t)
      for (const [operator, right, wrong] of guesses(value)) {
        await expectBlind(t, `A filter matches ${subject.toLowerCase()}`, [right, wrong], (guess) =>
          t.mine('item', { filters: { [attribute]: { [operator]: guess } } }, { marker }),
        )
        await expectBlind(t, `A filter matches ${subject.toLowerCase()} behind a relation`, [right, wrong], (guess) =>
          t.mine('article', { filters: { item: { [attribute]: { [operator]: guess } } } }, { marker }),
        )
      }
      await expectBlind(t, `A sort follows ${subject.toLowerCase()}`, ['asc', 'desc'], (direction) =>
        t.mine('item', { sort: `${attribute}:${String(direction)}` }, { marker }),
      )
    }),
    cell('search', [clause], `A search does not look at ${subject.toLowerCase()}`, async (t) => {
      const { marker, value } = await content(t)
      for (const [right, wrong] of [
        [value, 'a wrong guess'],
        ['$', 'wrong'],
      ])
        await expectBlind(t, `A search finds ${subject.toLowerCase()}`, [right, wrong], (guess) =>
          t.mine('item', { _q: guess }, { marker }),
        )
    }),
    cell('graphql-list', [clause], `${subject} is in no GraphQL list`, async (t) => {
      const found = await content(t)
      const query = (selection: string) =>
        `query ($m: String) { ${items.many}${ofFixture} { data { attributes { ${selection} } } } }`
      await hiddenInGraphql(t, 'in a GraphQL list', query, { m: found.marker }, { ...found, name: 'label' })
    }),
    cell('graphql-one', [clause], `${subject} is in no entry of GraphQL`, async (t) => {
      const found = await content(t)
      const query = (selection: string) =>
        `query ($id: ID) { ${items.one}(id: $id) { data { attributes { ${selection} } } } }`
      await hiddenInGraphql(t, 'in an entry of GraphQL', query, { id: found.item }, { ...found, name: 'label' })
    }),
    cell('graphql-relation', [clause], `${subject} is in no entry behind a relation of GraphQL`, async (t) => {
      const found = await content(t)
      const query = (selection: string) =>
        `query ($m: String) { ${articles.many}${ofFixture} { data { attributes { item { data { attributes { ${selection} } } } } } } }`
      await hiddenInGraphql(t, 'behind a relation of GraphQL', query, { m: found.marker }, { ...found, name: 'label' })
    }),
    ...(['component', 'zone'] as const).map((position) =>
      cell(`graphql-${position}`, [clause], `${subject} of a ${position} is in no response of GraphQL`, async (t) => {
        const found = await inComponents(t)
        const query = (selection: string) => {
          const inner =
            position === 'zone' ? `zone { ... on ComponentConfGuard { ${selection} } }` : `guard { ${selection} }`
          return `query ($m: String) { ${articles.many}${ofFixture} { data { attributes { ${inner} } } } }`
        }
        await hiddenInGraphql(t, `in a ${position} of GraphQL`, query, { m: found.marker }, { ...found, name: 'note' })
      }),
    ),
    cell('graphql-filter', [clause], `A GraphQL filter shows nothing of ${subject.toLowerCase()}`, async (t) => {
      const { marker, value } = await content(t)
      const ask = (operator: string) => (guess: unknown) =>
        t.graphql(
          `query ($m: String, $v: String) { ${items.many}(filters: { marker: { eq: $m }, ${attribute}: { ${operator}: $v } }) { data { id } meta { pagination { total } } } }`,
          { m: marker, v: guess },
        )
      for (const [operator, right, wrong] of guesses(value)) {
        if (operator === '$null') continue
        const what = `A GraphQL filter matches ${subject.toLowerCase()}`
        await expectBlind(t, what, [right, wrong], ask(operator.slice(1)))
      }
    }),
  ]
}

export const secretProtectionScenarios = kinds.flatMap(secretScenarios)
