import { findIdentifierWord, findWords, messageAbout } from './words.mjs'

/** Names that a source file declares. Names that come from elsewhere, such as keys of objects, aren't checked. */
function declaredIn(pattern) {
  if (!pattern) return []
  switch (pattern.type) {
    case 'Identifier':
    case 'PrivateIdentifier':
      return [pattern]
    case 'AssignmentPattern':
      return declaredIn(pattern.left)
    case 'RestElement':
      return declaredIn(pattern.argument)
    case 'TSParameterProperty':
      return declaredIn(pattern.parameter)
    case 'ArrayPattern':
      return pattern.elements.flatMap(declaredIn)
    case 'ObjectPattern':
      // The name of a shorthand is that of a property, which is declared elsewhere.
      return pattern.properties.flatMap((part) =>
        part.type === 'Property' ? (part.shorthand ? [] : declaredIn(part.value)) : declaredIn(part),
      )
    default:
      return []
  }
}

const isSource = (file) => /\/packages\/[^/]+\/src\//.test(file) && !/\.test(-d)?\.tsx?$/.test(file)

const plain = {
  meta: {
    type: 'suggestion',
    docs: { description: 'Comments and declared names use the standard terms of lint/words.mjs' },
  },
  create(context) {
    const check = (...patterns) => {
      for (const node of patterns.flatMap(declaredIn)) {
        const found = findIdentifierWord(node.name)
        if (found) context.report({ message: messageAbout(found), node })
      }
    }
    const checkFunction = ({ id, params }) => check(id, ...params)
    const checkId = ({ id }) => check(id)
    const checkKey = ({ computed, key }) => computed || check(key)
    const names = {
      VariableDeclarator: checkId,
      FunctionDeclaration: checkFunction,
      FunctionExpression: checkFunction,
      ArrowFunctionExpression: checkFunction,
      ClassDeclaration: checkId,
      TSTypeAliasDeclaration: checkId,
      TSInterfaceDeclaration: checkId,
      TSPropertySignature: checkKey,
      TSMethodSignature: checkKey,
      PropertyDefinition: checkKey,
      MethodDefinition: checkKey,
    }
    return {
      ...(isSource(context.filename) && names),
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const prose = comment.value.replaceAll(/`[^`\n]*`/g, (code) => ' '.repeat(code.length))
          for (const found of findWords(prose, 'comments')) {
            // A comment begins with two characters, `//` or `/*`.
            const start = comment.range[0] + 2 + found.index
            context.report({
              message: messageAbout(found),
              loc: {
                start: context.sourceCode.getLocFromIndex(start),
                end: context.sourceCode.getLocFromIndex(start + found.word.length),
              },
            })
          }
        }
      },
    }
  },
}

export default { meta: { name: 'words' }, rules: { plain } }
