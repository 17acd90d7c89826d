import type { ScalarType } from '@content-api/model'
import { array } from './array.js'
import { biginteger } from './biginteger.js'
import { blocks } from './blocks.js'
import { boolean } from './boolean.js'
import { date } from './date.js'
import { datetime, timestamp } from './datetime.js'
import { decimal, float } from './float.js'
import { email } from './email.js'
import { enumeration } from './enumeration.js'
import { integer } from './integer.js'
import { json } from './json.js'
import { password } from './password.js'
import type { ScalarBehaviour } from './scalar-behaviour.js'
import { text } from './text.js'
import { time } from './time.js'
import { uid } from './uid.js'

/** The behaviour of each attribute type. If the model has a type that is missing here, the code doesn't compile. */
export const scalarBehaviours: Readonly<Record<ScalarType, ScalarBehaviour>> = {
  string: text,
  text,
  richtext: text,
  enumeration,
  email,
  password,
  uid,
  date,
  time,
  datetime,
  timestamp,
  integer,
  biginteger,
  float,
  decimal,
  boolean,
  array,
  json,
  blocks,
}
