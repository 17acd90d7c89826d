import type { AttributeType } from '../attribute.js'
import { boolean } from './boolean.js'
import { component } from './component.js'
import { date, datetime, time, timestamp } from './date-time.js'
import type { AnyDefinition, DefinitionTable } from './definition.js'
import { dynamicZone } from './dynamic-zone.js'
import { email } from './email.js'
import { enumeration } from './enumeration.js'
import { json, list } from './json.js'
import { media } from './media.js'
import { biginteger, integer, real } from './number.js'
import { relation } from './relation.js'
import { text } from './text.js'
import { uid } from './uid.js'

const definitions = {
  string: text,
  text,
  richtext: text,
  enumeration,
  email,
  password: text,
  uid,
  date,
  time,
  datetime,
  timestamp,
  integer,
  biginteger,
  float: real,
  decimal: real,
  boolean,
  array: list,
  json,
  blocks: list,
  media,
  relation,
  component,
  dynamiczone: dynamicZone,
} satisfies DefinitionTable

/** The definition of each attribute type. */
export const attributeDefinitions = definitions as unknown as Readonly<Record<AttributeType, AnyDefinition>>
