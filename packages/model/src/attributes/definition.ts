import * as z from 'zod/mini'
import type {
  Attribute,
  AttributeType,
  CommonOptions,
  LinkAttribute,
  ScalarAttribute,
  ScalarType,
} from '../attribute.js'
import type { Report } from '../problem.js'
import { quote } from '../wording.js'

type OptionsOf<A extends Attribute> = Omit<A, keyof CommonOptions | 'type'>

/** The options of an attribute type in a schema file, and their checks. */
export interface AttributeDefinition<A extends Attribute = Attribute> {
  /** The options besides those of every attribute. Those that aren't optional here are required. */
  readonly options: { readonly [K in keyof OptionsOf<A>]?: z.ZodMiniType<OptionsOf<A>[K] | undefined> }
  /** Reports options that contradict each other. Options that couldn't be read are absent. */
  check?(attribute: Partial<A>, report: Report): void
  /** Returns the attribute as it works, if not all of its options apply. */
  resolve?(attribute: Partial<A>): Partial<Attribute>
}

/** An {@link AttributeDefinition} of any attribute type. */
export type AnyDefinition = {
  readonly options: Readonly<Record<string, z.ZodMiniType>>
  check?(attribute: Partial<Attribute>, report: Report): void
  resolve?(attribute: Partial<Attribute>): Partial<Attribute>
}

export const commonOptions = {
  required: z.optional(z.boolean()),
  unique: z.optional(z.boolean()),
  private: z.optional(z.boolean()),
  searchable: z.optional(z.boolean()),
}

export const count = z.int().check(z.nonnegative())

/** A default of `null` means no default: editors write it so. */
export const defaultValue = z.optional(z.nullable(z.unknown()))

/** A default that is converted to the attribute's type where Strapi converts it too. */
export const convertedDefault = (convert: (value: unknown) => unknown) =>
  z.optional(z.nullable(z.pipe(z.unknown(), z.transform(convert))))

/** Reports a lower bound that is above the upper bound. */
export function checkBounds(
  report: Report,
  [lowName, low]: readonly [string, number | string | undefined],
  [highName, high]: readonly [string, number | string | undefined],
): void {
  if (low === undefined || high === undefined) return
  if (compare(low, high) > 0) report([lowName], `is ${low}, which is more than "${highName}", ${high}.`)
}

/** Reports a default that is outside the bounds of its attribute. */
export function checkDefaultWithin(
  report: Report,
  value: number | string,
  min: number | string | undefined,
  max: number | string | undefined,
): void {
  if (min !== undefined && compare(value, min) < 0)
    report(['default'], `is ${value}, which is less than "min", ${min}.`)
  if (max !== undefined && compare(value, max) > 0)
    report(['default'], `is ${value}, which is more than "max", ${max}.`)
}

export function reportDefault(report: Report, expected: string, value: unknown): void {
  report(['default'], `must be ${expected}, but is ${quote(value)}.`)
}

/** Compares numbers. Integers in strings are compared exactly, whatever their size. */
function compare(left: number | string, right: number | string): number {
  const exact = [left, right].every((value) => /^-?\d+$/.test(String(value)))
  const [a, b] = exact ? [BigInt(left), BigInt(right)] : [Number(left), Number(right)]
  return a < b ? -1 : a > b ? 1 : 0
}

type AttributeOf<T extends AttributeType> = T extends ScalarType ? ScalarAttribute : Extract<LinkAttribute, { type: T }>

/** One definition for each attribute type. */
export type DefinitionTable = { readonly [T in AttributeType]: AttributeDefinition<AttributeOf<T>> }
