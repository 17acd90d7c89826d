import { expect, test } from 'vitest'
import { snakeCase } from './snake-case.js'

test.each([
  ['richBlocks', 'rich_blocks'],
  ['address2', 'address_2'],
  ['HTMLText', 'html_text'],
  ['some2ndValue', 'some_2nd_value'],
  ['place3rd', 'place_3rd'],
  ['place3th', 'place_3_th'],
  ['top11TH', 'top_11_th'],
  ['already_snake__case', 'already_snake_case'],
  ['SKUs_parts_links', 'sk_us_parts_links'],
  ['a1B2', 'a_1_b_2'],
  ['kebab-case_id', 'kebab_case_id'],
  ['provider_metadata', 'provider_metadata'],
])('names the column of %s like lodash: %s', (name, column) => expect(snakeCase(name)).toBe(column))
