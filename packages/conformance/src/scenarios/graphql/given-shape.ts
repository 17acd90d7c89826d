import {
  astFromValue,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  print,
} from 'graphql'
import type { ScenarioContext } from '../scenario-context.js'
import type { TypeShape } from './type-shape.js'

/** Reads a type from the schema that the configuration provides. */
export function givenShape(t: ScenarioContext, schema: GraphQLSchema, name: string): TypeShape {
  const type = schema.getType(name)
  if (!type) return t.fail(undefined, `The schema has no type ${name}`, { expected: 'a type', actual: null })
  const outputs = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []
  const inputs = isInputObjectType(type) ? Object.values(type.getFields()) : []
  const spelled = (members: readonly { readonly name: string; readonly type: { toString(): string } }[]) =>
    Object.fromEntries(members.map((member) => [member.name, member.type.toString()]))
  return {
    response: undefined,
    fields: spelled([...outputs, ...inputs]),
    args: Object.fromEntries(outputs.map((field) => [field.name, spelled(field.args)])),
    defaults: Object.fromEntries(
      outputs.map((field) => [
        field.name,
        Object.fromEntries(
          field.args.map((arg) => {
            const value = arg.defaultValue === undefined ? undefined : astFromValue(arg.defaultValue, arg.type)
            return [arg.name, value ? print(value) : null]
          }),
        ),
      ]),
    ),
    values: isEnumType(type) ? type.getValues().map((value) => value.name) : [],
  }
}
