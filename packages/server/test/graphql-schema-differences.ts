/** A way in which our schema is meant to differ from the recorded one; `lines` are those of `differingFacts`. */
export interface MeantDifference {
  readonly lines: RegExp
  readonly because: string
}

/** Each has to be met: what is no difference any more has no place here. */
export const meantDifferences: readonly MeantDifference[] = [
  {
    lines: /^\+ \w+Input\.(createdAt|updatedAt): \1: DateTime$/,
    because: 'specification §2.6: XInput has createdAt and updatedAt; what is given there is ignored, as in REST',
  },
  {
    lines:
      /^\+ (ID|Boolean|String|Int|Long|Float|Date|Time|DateTime|JSON)FilterInput\.(startsWithi|endsWithi): \2: \1$/,
    because: 'specification §4.3 has both operators',
  },
  {
    lines: /^- (Article\.secret: secret|Specimen\.pass: pass): String$/,
    because: 'passwords are never answered, not even as their hashes',
  },
  {
    lines: /^\+ Query\.(article|author)\(publicationState:\): publicationState: PublicationState = LIVE$/,
    because: 'publicationState holds for single entries too, so that drafts can be asked for',
  },
  {
    lines:
      /^[-+] (Article|Author|Category|Homepage|Tag)\.(related|localizations|articles|featured)\(publicationState:\): publicationState: PublicationState( = LIVE)?$/,
    because:
      'a relation takes the publicationState of its parent unless it says otherwise, so that there is no default',
  },
  {
    lines:
      /^- (UploadFolder|(Query|Mutation)\.\w*[uU]ploadFolders?\b|GenericMorph \| UploadFolder|UploadFile(Input|FiltersInput)\.folder(Path)?:)/,
    because:
      'folders order the media library of an administration panel, which there is none of here: REST never had them, and through GraphQL a client had to make up the numbers that tie a folder to its place',
  },
  {
    lines:
      /^- UploadFileInput\.(width|height|formats|hash|ext|mime|size|url|previewUrl|provider|provider_metadata): \1: \w+$/,
    because:
      'what a file is and where it lies follows from its content: a record that could be pointed elsewhere would take the files of others with it when it is deleted',
  },
  {
    lines: /^- Mutation\.createUploadFile\b/,
    because: 'it made records without a content: files are made by upload and multipleUpload',
  },
  {
    lines:
      /^- (UsersPermissionsPermission|GenericMorph \| UsersPermissionsPermission|UsersPermissionsRole(FiltersInput)?\.permissions)/,
    because:
      'what a role grants is no content here: REST answers it (GET /users-permissions/roles/:id) to those who may read roles',
  },
  {
    lines: /^- UsersPermissionsRoleInput\.permissions:/,
    because:
      'ids of permissions mean nothing in another role: a Strapi 4 that is given them answers ok and takes everything from the role',
  },
  {
    lines: /^- GenericMorph \| I18NLocale: I18NLocale$/,
    because: 'no relation leads to a locale',
  },
]

/** What both say in words of their own; where theirs has a description, ours has one too. */
export const reworded: readonly string[] = [
  'Date',
  'DateTime',
  'I18NLocaleCode',
  'JSON',
  'Long',
  'Mutation.changePassword',
  'Mutation.createUsersPermissionsRole',
  'Mutation.createUsersPermissionsUser',
  'Mutation.deleteUsersPermissionsRole',
  'Mutation.deleteUsersPermissionsUser',
  'Mutation.emailConfirmation',
  'Mutation.resetPassword',
  'Mutation.updateUsersPermissionsRole',
  'Mutation.updateUsersPermissionsUser',
  'Time',
  'Upload',
]
