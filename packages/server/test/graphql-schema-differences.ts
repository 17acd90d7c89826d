/** An intended difference between this schema and the recorded one. `lines` matches lines of `differingFacts`. */
export interface MeantDifference {
  readonly lines: RegExp
  /** The number of matching lines. A difference that disappears must be removed here, and a new one needs a reason. */
  readonly met: number
  readonly because: string
}

export const meantDifferences: readonly MeantDifference[] = [
  {
    lines: /^\+ \w+Input\.(createdAt|updatedAt): \1: DateTime$/,
    met: 28,
    because: 'specification §2.6: XInput has createdAt and updatedAt; what is given there is ignored, as in REST',
  },
  {
    lines:
      /^\+ (ID|Boolean|String|Int|Long|Float|Date|Time|DateTime|JSON)FilterInput\.(startsWithi|endsWithi): \2: \1$/,
    met: 20,
    because: 'specification §4.3 has both operators',
  },
  {
    lines: /^- (Article\.secret: secret|Specimen\.pass: pass): String$/,
    met: 2,
    because: 'passwords are never answered, not even as their hashes',
  },
  {
    lines: /^\+ Query\.(article|author)\(publicationState:\): publicationState: PublicationState = LIVE$/,
    met: 2,
    because: 'publicationState holds for single entries too, so that drafts can be asked for',
  },
  {
    lines:
      /^[-+] (Article|Author|Category|Homepage|Tag)\.(related|localizations|articles|featured)\(publicationState:\): publicationState: PublicationState( = LIVE)?$/,
    met: 14,
    because:
      'a relation takes the publicationState of its parent unless it says otherwise, so that there is no default',
  },
  {
    lines:
      /^- (UploadFolder|(Query|Mutation)\.\w*[uU]ploadFolders?\b|GenericMorph \| UploadFolder|UploadFile(Input|FiltersInput)\.folder(Path)?:)/,
    met: 63,
    because:
      'folders order the media library of an administration panel, which there is none of here: REST never had them, and through GraphQL a client had to make up the numbers that tie a folder to its place',
  },
  {
    lines:
      /^- UploadFileInput\.(width|height|formats|hash|ext|mime|size|url|previewUrl|provider|provider_metadata): \1: \w+$/,
    met: 11,
    because:
      'what a file is and where it lies follows from its content: a record that could be pointed elsewhere would take the files of others with it when it is deleted',
  },
  {
    lines: /^- Mutation\.createUploadFile\b/,
    met: 2,
    because: 'it made records without a content: files are made by upload and multipleUpload',
  },
  {
    lines:
      /^- (UsersPermissionsPermission|GenericMorph \| UsersPermissionsPermission|UsersPermissionsRole(FiltersInput)?\.permissions)/,
    met: 25,
    because:
      'what a role grants is no content here: REST answers it (GET /users-permissions/roles/:id) to those who may read roles',
  },
  {
    lines: /^- UsersPermissionsRoleInput\.permissions:/,
    met: 1,
    because:
      'ids of permissions mean nothing in another role: a Strapi 4 that is given them answers ok and takes everything from the role',
  },
  {
    lines: /^- GenericMorph \| I18NLocale: I18NLocale$/,
    met: 1,
    because: 'no relation leads to a locale',
  },
]

/** Places whose description differs. Every place that Strapi describes also has a description here. */
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
