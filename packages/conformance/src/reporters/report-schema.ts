import { z } from 'zod'
import { levels } from '../ledger/clause.js'
import { capabilityNames } from '../profile/capability.js'
import { generations } from '../profile/generation.js'
import { verdicts } from '../runner/result.js'

/** Incremented when tools for older reports would misread newer ones. */
export const reportVersion = 1

const verdict = z.enum(verdicts)
const level = z.enum(levels)
const tier = z.union([z.literal(0), z.literal(1), z.literal(2)])

const exchange = z.object({
  purpose: z.enum(['check', 'set-up', 'clean-up', 'control']),
  method: z.string(),
  url: z.string(),
  requestBody: z.string().optional(),
  status: z.int(),
  body: z.string(),
  curl: z.string().describe('a command that repeats the request alone; TOKEN holds the credentials'),
})

const result = z.object({
  id: z.string().describe('frozen'),
  title: z.string(),
  clauses: z.array(z.string()),
  level,
  tier,
  needs: z.array(z.enum(capabilityNames)),
  exclusive: z.string().optional(),
  verdict,
  message: z.string().optional(),
  differences: z.array(
    z.object({
      path: z.string(),
      expected: z.unknown().optional(),
      actual: z.unknown().optional().describe('absent if the response has no value at the path'),
    }),
  ),
  exchanges: z.array(exchange),
  script: z
    .string()
    .optional()
    .describe('a POSIX shell script that shows the failure; tokens come from CONFORMANCE_TOKEN'),
  shownBy: z.int().optional().describe('index of the exchange that shows the failure'),
  milliseconds: z.number(),
})

const clause = z.object({
  id: z.string(),
  section: z.string(),
  level,
  text: z.string(),
  page: z.string().optional().describe('link to the clause on the page of all clauses'),
  verdict: z.union([verdict, z.literal('excluded'), z.literal('not-run')]),
})

/** The report, from which every output is generated. */
export const reportSchema = z
  .object({
    version: z.literal(reportVersion),
    suite: z.object({ name: z.string(), version: z.string() }),
    run: z.string(),
    target: z.object({ name: z.string(), url: z.string() }),
    generation: z.enum(generations).default('strapi-4').describe('the interface that was checked'),
    tier,
    profile: z.object({ source: z.enum(['declared', 'probed']), capabilities: z.array(z.enum(capabilityNames)) }),
    started: z.iso.datetime(),
    milliseconds: z.number(),
    peakMegabytes: z.int().optional().describe("peak memory of the suite's process"),
    seed: z.int().optional(),
    concurrency: z.int(),
    strict: z.boolean().describe('whether observed and disputed clauses also count'),
    baseline: z
      .enum(['none', 'named', 'found'])
      .default('none')
      .describe('whether the list of known failures was named, or found under its default name'),
    conformant: z.boolean().describe('false if there are known violations, even if a baseline lists them'),
    outcome: z.enum(['conformant', 'known-violations', 'violation', 'incomplete', 'harness-error', 'leftovers']),
    totals: z.record(verdict, z.int()),
    notices: z.array(z.string()),
    leftovers: z.array(z.object({ path: z.string(), id: z.union([z.int(), z.string()]), reason: z.string() })),
    clauses: z.array(clause),
    results: z.array(result),
  })
  .meta({ id: 'ConformanceReport', title: 'Report of a conformance run' })

export type Report = z.output<typeof reportSchema>

/** The JSON Schema of the report, as published with the package. */
export const reportJsonSchema = () => z.toJSONSchema(reportSchema, { io: 'output' })
