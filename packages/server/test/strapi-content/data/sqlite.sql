-- A Strapi 4.26.2 database on SQLite: tables and rows without indexes and constraints.
CREATE TABLE "strapi_core_store_settings" ("id" INTEGER PRIMARY KEY, "key" varchar(255), "value" TEXT, "type" varchar(255), "environment" varchar(255), "tag" varchar(255));
INSERT INTO "strapi_core_store_settings" VALUES
(1, 'strapi_content_types_schema', '{"admin::permission":{"collectionName":"admin_permissions","info":{"singularName":"permission"},"attributes":{"action":{"type":"string"},"actionParameters":{"type":"json"},"subject":{"type":"string"},"properties":{"type":"json"},"conditions":{"type":"json"},"role":{"type":"relation","relation":"manyToOne","target":"admin::role","inversedBy":"permissions"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"admin::user":{"collectionName":"admin_users","info":{"singularName":"user"},"attributes":{"firstname":{"type":"string"},"lastname":{"type":"string"},"username":{"type":"string"},"email":{"type":"email"},"password":{"type":"password"},"resetPasswordToken":{"type":"string"},"registrationToken":{"type":"string"},"isActive":{"type":"boolean"},"roles":{"type":"relation","relation":"manyToMany","target":"admin::role","inversedBy":"users"},"blocked":{"type":"boolean"},"preferedLanguage":{"type":"string"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"admin::role":{"collectionName":"admin_roles","info":{"singularName":"role"},"attributes":{"name":{"type":"string"},"code":{"type":"string"},"description":{"type":"string"},"users":{"type":"relation","relation":"manyToMany","target":"admin::user","mappedBy":"roles"},"permissions":{"type":"relation","relation":"oneToMany","target":"admin::permission","mappedBy":"role"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"admin::api-token":{"collectionName":"strapi_api_tokens","info":{"singularName":"api-token"},"attributes":{"name":{"type":"string"},"description":{"type":"string"},"type":{"type":"enumeration"},"accessKey":{"type":"string"},"lastUsedAt":{"type":"datetime"},"permissions":{"type":"relation","relation":"oneToMany","target":"admin::api-token-permission","mappedBy":"token"},"expiresAt":{"type":"datetime"},"lifespan":{"type":"biginteger"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"admin::api-token-permission":{"collectionName":"strapi_api_token_permissions","info":{"singularName":"api-token-permission"},"attributes":{"action":{"type":"string"},"token":{"type":"relation","relation":"manyToOne","target":"admin::api-token","inversedBy":"permissions"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"admin::transfer-token":{"collectionName":"strapi_transfer_tokens","info":{"singularName":"transfer-token"},"attributes":{"name":{"type":"string"},"description":{"type":"string"},"accessKey":{"type":"string"},"lastUsedAt":{"type":"datetime"},"permissions":{"type":"relation","relation":"oneToMany","target":"admin::transfer-token-permission","mappedBy":"token"},"expiresAt":{"type":"datetime"},"lifespan":{"type":"biginteger"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"admin::transfer-token-permission":{"collectionName":"strapi_transfer_token_permissions","info":{"singularName":"transfer-token-permission"},"attributes":{"action":{"type":"string"},"token":{"type":"relation","relation":"manyToOne","target":"admin::transfer-token","inversedBy":"permissions"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"plugin::upload.file":{"collectionName":"files","info":{"singularName":"file"},"attributes":{"name":{"type":"string"},"alternativeText":{"type":"string"},"caption":{"type":"string"},"width":{"type":"integer"},"height":{"type":"integer"},"formats":{"type":"json"},"hash":{"type":"string"},"ext":{"type":"string"},"mime":{"type":"string"},"size":{"type":"decimal"},"url":{"type":"string"},"previewUrl":{"type":"string"},"provider":{"type":"string"},"provider_metadata":{"type":"json"},"related":{"type":"relation","relation":"morphToMany"},"folder":{"type":"relation","relation":"manyToOne","target":"plugin::upload.folder","inversedBy":"files"},"folderPath":{"type":"string"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"plugin::upload.folder":{"collectionName":"upload_folders","info":{"singularName":"folder"},"attributes":{"name":{"type":"string"},"pathId":{"type":"integer"},"parent":{"type":"relation","relation":"manyToOne","target":"plugin::upload.folder","inversedBy":"children"},"children":{"type":"relation","relation":"oneToMany","target":"plugin::upload.folder","mappedBy":"parent"},"files":{"type":"relation","relation":"oneToMany","target":"plugin::upload.file","mappedBy":"folder"},"path":{"type":"string"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"plugin::i18n.locale":{"collectionName":"i18n_locale","info":{"singularName":"locale"},"attributes":{"name":{"type":"string"},"code":{"type":"string"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"plugin::users-permissions.permission":{"collectionName":"up_permissions","info":{"singularName":"permission"},"attributes":{"action":{"type":"string"},"role":{"type":"relation","relation":"manyToOne","target":"plugin::users-permissions.role","inversedBy":"permissions"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"plugin::users-permissions.role":{"collectionName":"up_roles","info":{"singularName":"role"},"attributes":{"name":{"type":"string"},"description":{"type":"string"},"type":{"type":"string"},"permissions":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.permission","mappedBy":"role"},"users":{"type":"relation","relation":"oneToMany","target":"plugin::users-permissions.user","mappedBy":"role"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"plugin::users-permissions.user":{"collectionName":"up_users","info":{"singularName":"user"},"attributes":{"username":{"type":"string"},"email":{"type":"email"},"provider":{"type":"string"},"password":{"type":"password"},"resetPasswordToken":{"type":"string"},"confirmationToken":{"type":"string"},"confirmed":{"type":"boolean"},"blocked":{"type":"boolean"},"role":{"type":"relation","relation":"manyToOne","target":"plugin::users-permissions.role","inversedBy":"users"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"api::article.article":{"collectionName":"articles","info":{"singularName":"article"},"attributes":{"title":{"type":"string"},"slug":{"type":"uid"},"code":{"type":"string"},"summary":{"type":"text"},"body":{"type":"richtext"},"kind":{"type":"enumeration"},"contactEmail":{"type":"email"},"secret":{"type":"password"},"internalNote":{"type":"string"},"publishDate":{"type":"date"},"publishTime":{"type":"time"},"eventAt":{"type":"datetime"},"stampedAt":{"type":"timestamp"},"rating":{"type":"integer"},"views":{"type":"biginteger"},"score":{"type":"float"},"price":{"type":"decimal"},"featured":{"type":"boolean"},"extra":{"type":"json"},"richBlocks":{"type":"blocks"},"cover":{"type":"media"},"attachments":{"type":"media"},"seo":{"type":"component","component":"shared.seo","repeatable":false},"links":{"type":"component","component":"shared.link","repeatable":true},"zone":{"type":"dynamiczone"},"category":{"type":"relation","relation":"manyToOne","target":"api::category.category","inversedBy":"articles"},"tags":{"type":"relation","relation":"manyToMany","target":"api::tag.tag","inversedBy":"articles"},"author":{"type":"relation","relation":"manyToOne","target":"api::author.author","inversedBy":"articles"},"detail":{"type":"relation","relation":"oneToOne","target":"api::detail.detail","inversedBy":"article"},"mainTag":{"type":"relation","relation":"oneToOne","target":"api::tag.tag"},"wayTags":{"type":"relation","relation":"oneToMany","target":"api::tag.tag"},"related":{"type":"relation","relation":"oneToMany","target":"api::article.article"},"memo":{"type":"relation","relation":"oneToOne","target":"api::memo.memo"},"owner":{"type":"relation","relation":"oneToOne","target":"plugin::users-permissions.user"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::article.article"},"locale":{"type":"string"}}},"api::author.author":{"collectionName":"authors","info":{"singularName":"author"},"attributes":{"name":{"type":"string"},"email":{"type":"email"},"country":{"type":"string"},"bio":{"type":"text"},"avatar":{"type":"media"},"articles":{"type":"relation","relation":"oneToMany","target":"api::article.article","mappedBy":"author"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"api::category.category":{"collectionName":"categories","info":{"singularName":"category"},"attributes":{"name":{"type":"string"},"description":{"type":"text"},"rank":{"type":"integer"},"articles":{"type":"relation","relation":"oneToMany","target":"api::article.article","mappedBy":"category"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"api::detail.detail":{"collectionName":"details","info":{"singularName":"detail"},"attributes":{"note":{"type":"string"},"article":{"type":"relation","relation":"oneToOne","target":"api::article.article","mappedBy":"detail"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"api::homepage.homepage":{"collectionName":"homepages","info":{"singularName":"homepage"},"attributes":{"headline":{"type":"string"},"intro":{"type":"text"},"seo":{"type":"component","component":"shared.seo","repeatable":false},"featured":{"type":"relation","relation":"oneToMany","target":"api::article.article"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"publishedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"localizations":{"type":"relation","relation":"oneToMany","target":"api::homepage.homepage"},"locale":{"type":"string"}}},"api::memo.memo":{"collectionName":"memos","info":{"singularName":"memo"},"attributes":{"text":{"type":"string"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"api::menu-item.menu-item":{"collectionName":"menu_items","info":{"singularName":"menu-item"},"attributes":{"label":{"type":"string"},"url":{"type":"string"},"position":{"type":"integer"},"parent":{"type":"relation","relation":"manyToOne","target":"api::menu-item.menu-item","inversedBy":"children"},"children":{"type":"relation","relation":"oneToMany","target":"api::menu-item.menu-item","mappedBy":"parent"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"api::note.note":{"collectionName":"notes","info":{"singularName":"note"},"attributes":{"text":{"type":"string"},"subject":{"type":"relation","relation":"morphToOne"},"subjects":{"type":"relation","relation":"morphToMany"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"api::setting.setting":{"collectionName":"settings","info":{"singularName":"setting"},"attributes":{"siteName":{"type":"string"},"maintenance":{"type":"boolean"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"api::specimen.specimen":{"collectionName":"specimens","info":{"singularName":"specimen"},"attributes":{"str":{"type":"string"},"txt":{"type":"text"},"rich":{"type":"richtext"},"enm":{"type":"enumeration"},"mail":{"type":"email"},"pass":{"type":"password"},"uid":{"type":"uid"},"priv":{"type":"string"},"day":{"type":"date"},"tod":{"type":"time"},"at":{"type":"datetime"},"stamp":{"type":"timestamp"},"int":{"type":"integer"},"big":{"type":"biginteger"},"flt":{"type":"float"},"dec":{"type":"decimal"},"flag":{"type":"boolean"},"obj":{"type":"json"},"blk":{"type":"blocks"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}},"api::tag.tag":{"collectionName":"tags","info":{"singularName":"tag"},"attributes":{"name":{"type":"string"},"color":{"type":"string"},"weight":{"type":"integer"},"articles":{"type":"relation","relation":"manyToMany","target":"api::article.article","mappedBy":"tags"},"createdAt":{"type":"datetime"},"updatedAt":{"type":"datetime"},"createdBy":{"type":"relation","relation":"oneToOne","target":"admin::user"},"updatedBy":{"type":"relation","relation":"oneToOne","target":"admin::user"}}}}', 'object', NULL, NULL),
(35, 'plugin_i18n_default_locale', '"en"', 'string', NULL, NULL),
(38, 'plugin_users-permissions_advanced', '{"unique_email":true,"allow_register":true,"email_confirmation":false,"email_reset_password":null,"email_confirmation_redirection":null,"default_role":"authenticated"}', 'object', NULL, NULL);
CREATE TABLE "components_shared_seo" ("id" INTEGER PRIMARY KEY, "meta_title" varchar(255), "meta_description" TEXT, "no_index" boolean);
INSERT INTO "components_shared_seo" VALUES
(1, 'Alpha SEO', 'desc', 0),
(2, 'Bravo SEO', NULL, 0),
(3, 'Home SEO', NULL, 0);
CREATE TABLE "components_shared_link" ("id" INTEGER PRIMARY KEY, "label" varchar(255), "url" varchar(255), "target" varchar(255), "hidden" varchar(255));
INSERT INTO "components_shared_link" VALUES
(1, 'canon', 'https://a.example', 'self', 'h1'),
(2, 'one', 'https://one.example', 'self', 'hide1'),
(3, 'two', 'https://two.example', 'blank', NULL),
(4, 'g1', 'https://g1.example', 'self', NULL);
CREATE TABLE "components_blocks_quote" ("id" INTEGER PRIMARY KEY, "text" TEXT, "stars" INTEGER);
INSERT INTO "components_blocks_quote" VALUES
(1, 'To be', 5),
(2, 'Draft said', 2);
CREATE TABLE "components_blocks_gallery" ("id" INTEGER PRIMARY KEY, "title" varchar(255));
INSERT INTO "components_blocks_gallery" VALUES
(1, 'Shots');
CREATE TABLE "admin_permissions" ("id" INTEGER PRIMARY KEY, "action" varchar(255), "action_parameters" json, "subject" varchar(255), "properties" json, "conditions" json, "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
INSERT INTO "admin_permissions" VALUES
(1, 'plugin::content-manager.explorer.create', '{}', 'api::article.article', '{"fields":["title","slug","code","summary","body","kind","contactEmail","secret","internalNote","publishDate","publishTime","eventAt","stampedAt","rating","views","score","price","featured","extra","richBlocks","cover","attachments","seo.metaTitle","seo.metaDescription","seo.noIndex","seo.metaImage","seo.canonical.label","seo.canonical.url","seo.canonical.target","seo.canonical.hidden","links.label","links.url","links.target","links.hidden","zone","category","tags","author","detail","mainTag","wayTags","related","memo","owner"]}', '[]', 1795347106989, 1795347106989, NULL, NULL),
(2, 'plugin::content-manager.explorer.create', '{}', 'api::author.author', '{"fields":["name","email","country","bio","avatar","articles"]}', '[]', 1795347106996, 1795347106996, NULL, NULL);
CREATE TABLE "admin_users" ("id" INTEGER PRIMARY KEY, "firstname" varchar(255), "lastname" varchar(255), "username" varchar(255), "email" varchar(255), "password" varchar(255), "reset_password_token" varchar(255), "registration_token" varchar(255), "is_active" boolean, "blocked" boolean, "prefered_language" varchar(255), "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
INSERT INTO "admin_users" VALUES
(1, 'Root', 'Admin', 'root', 'root@example.com', '$2a$10$iJCEgPLU2LVfwc11KMabwOtz7Rp9hlfzkNadLnrIeiZhVZ9cSmD4W', NULL, NULL, 1, 0, NULL, 1795347107793, 1795347107793, NULL, NULL);
CREATE TABLE "admin_roles" ("id" INTEGER PRIMARY KEY, "name" varchar(255), "code" varchar(255), "description" varchar(255), "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
INSERT INTO "admin_roles" VALUES
(1, 'Super Admin', 'strapi-super-admin', 'Super Admins can access and manage all features and settings.', 1795347106977, 1795347106977, NULL, NULL),
(2, 'Editor', 'strapi-editor', 'Editors can manage and publish contents including those of other users.', 1795347106980, 1795347106980, NULL, NULL),
(3, 'Author', 'strapi-author', 'Authors can manage the content they have created.', 1795347106982, 1795347106982, NULL, NULL);
CREATE TABLE "strapi_api_tokens" ("id" INTEGER PRIMARY KEY, "name" varchar(255), "description" varchar(255), "type" varchar(255), "access_key" varchar(255), "last_used_at" datetime, "expires_at" datetime, "lifespan" bigint, "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
INSERT INTO "strapi_api_tokens" VALUES
(1, 'full', '', 'full-access', '0b3b46667c45cf8bbd1b5bc101faead8cc7efbb5b55d985cbb78405053de6905db09ebe0293ec1db53fa245cd26967ef42a210fb57157e54385458dae299e5d4', NULL, NULL, NULL, 1795347108236, 1795347108236, NULL, NULL),
(2, 'read', '', 'read-only', 'aab4bf3246c232b8b1bd740600099abc6ec5235e74271c31518ab50362901998f5f5778e991a8c3d35eb72af2eb66ced77c7ee5e89115bf5e7c5b16a75d08bd6', NULL, NULL, NULL, 1795347108237, 1795347108237, NULL, NULL),
(3, 'custom', '', 'custom', '0c7a464f5de377da46f18e723796d507de01b6d2e12cf4b982b8a37f35fd460aa9c3c9f259cd7ae3272c700afdda329ccdd032450f39c3220f992e2ee610bcf9', NULL, NULL, NULL, 1795347108239, 1795347108239, NULL, NULL),
(4, 'expired', '', 'full-access', '6a47a7c371aa646343dbd2557c8f69e9fd3b68b0bdf39f9f64a404c66abccc319b18d5729de5980638ae36db4367a607b78d8ccf8762b6a1b993167eaf6b988c', NULL, 1577836800000, 86400000, 1795347108249, 1795347108249, NULL, NULL);
CREATE TABLE "strapi_api_token_permissions" ("id" INTEGER PRIMARY KEY, "action" varchar(255), "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
INSERT INTO "strapi_api_token_permissions" VALUES
(1, 'api::article.article.find', 1795347108240, 1795347108240, NULL, NULL),
(2, 'api::article.article.findOne', 1795347108243, 1795347108243, NULL, NULL),
(3, 'api::article.article.create', 1795347108245, 1795347108245, NULL, NULL),
(4, 'api::category.category.find', 1795347108247, 1795347108247, NULL, NULL);
CREATE TABLE "strapi_transfer_tokens" ("id" INTEGER PRIMARY KEY, "name" varchar(255), "description" varchar(255), "access_key" varchar(255), "last_used_at" datetime, "expires_at" datetime, "lifespan" bigint, "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
CREATE TABLE "strapi_transfer_token_permissions" ("id" INTEGER PRIMARY KEY, "action" varchar(255), "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
CREATE TABLE "files" ("id" INTEGER PRIMARY KEY, "name" varchar(255), "alternative_text" varchar(255), "caption" varchar(255), "width" INTEGER, "height" INTEGER, "formats" json, "hash" varchar(255), "ext" varchar(255), "mime" varchar(255), "size" float, "url" varchar(255), "preview_url" varchar(255), "provider" varchar(255), "provider_metadata" json, "folder_path" varchar(255), "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
INSERT INTO "files" VALUES
(1, 'wide.png', 'a wide picture', 'wide caption', 1200, 800, '{"thumbnail":{"name":"thumbnail_wide.png","hash":"thumbnail_wide_105aede182","ext":".png","mime":"image/png","path":null,"width":234,"height":156,"size":0.58,"sizeInBytes":579,"url":"/uploads/thumbnail_wide_105aede182.png"},"large":{"name":"large_wide.png","hash":"large_wide_105aede182","ext":".png","mime":"image/png","path":null,"width":1000,"height":667,"size":3.78,"sizeInBytes":3780,"url":"/uploads/large_wide_105aede182.png"},"medium":{"name":"medium_wide.png","hash":"medium_wide_105aede182","ext":".png","mime":"image/png","path":null,"width":750,"height":500,"size":2.49,"sizeInBytes":2485,"url":"/uploads/medium_wide_105aede182.png"},"small":{"name":"small_wide.png","hash":"small_wide_105aede182","ext":".png","mime":"image/png","path":null,"width":500,"height":333,"size":1.4,"sizeInBytes":1401,"url":"/uploads/small_wide_105aede182.png"}}', 'wide_105aede182', '.png', 'image/png', 1.05, '/uploads/wide_105aede182.png', NULL, 'local', NULL, '/', 1795347108680, 1795347108680, NULL, NULL),
(2, 'small.png', NULL, NULL, 300, 200, '{"thumbnail":{"name":"thumbnail_small.png","hash":"thumbnail_small_5ee0b650b2","ext":".png","mime":"image/png","path":null,"width":234,"height":156,"size":0.58,"sizeInBytes":579,"url":"/uploads/thumbnail_small_5ee0b650b2.png"}}', 'small_5ee0b650b2', '.png', 'image/png', 0.17, '/uploads/small_5ee0b650b2.png', NULL, 'local', NULL, '/', 1795347108711, 1795347108711, NULL, NULL),
(3, 'avatar.png', 'avatar', NULL, 64, 64, NULL, 'avatar_ca528b2be7', '.png', 'image/png', 0.12, '/uploads/avatar_ca528b2be7.png', NULL, 'local', NULL, '/', 1795347108729, 1795347108729, NULL, NULL);
CREATE TABLE "upload_folders" ("id" INTEGER PRIMARY KEY, "name" varchar(255), "path_id" INTEGER, "path" varchar(255), "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
CREATE TABLE "i18n_locale" ("id" INTEGER PRIMARY KEY, "name" varchar(255), "code" varchar(255), "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
INSERT INTO "i18n_locale" VALUES
(1, 'English (en)', 'en', 1795347106889, 1795347106889, NULL, NULL),
(2, 'French (fr)', 'fr', 1795347107644, 1795347107644, NULL, NULL);
CREATE TABLE "up_permissions" ("id" INTEGER PRIMARY KEY, "action" varchar(255), "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
INSERT INTO "up_permissions" VALUES
(1, 'plugin::users-permissions.user.me', 1795347106931, 1795347106931, NULL, NULL),
(2, 'plugin::users-permissions.auth.changePassword', 1795347106931, 1795347106931, NULL, NULL),
(3, 'plugin::users-permissions.auth.callback', 1795347106941, 1795347106941, NULL, NULL),
(4, 'plugin::users-permissions.auth.connect', 1795347106941, 1795347106941, NULL, NULL),
(5, 'plugin::users-permissions.auth.forgotPassword', 1795347106941, 1795347106941, NULL, NULL),
(6, 'plugin::users-permissions.auth.resetPassword', 1795347106941, 1795347106941, NULL, NULL),
(7, 'plugin::users-permissions.auth.register', 1795347106941, 1795347106941, NULL, NULL),
(8, 'plugin::users-permissions.auth.emailConfirmation', 1795347106941, 1795347106941, NULL, NULL),
(9, 'plugin::users-permissions.auth.sendEmailConfirmation', 1795347106941, 1795347106941, NULL, NULL),
(10, 'api::article.article.find', 1795347107802, 1795347107802, NULL, NULL),
(11, 'api::article.article.findOne', 1795347107805, 1795347107805, NULL, NULL),
(12, 'api::category.category.find', 1795347107807, 1795347107807, NULL, NULL),
(13, 'api::category.category.findOne', 1795347107810, 1795347107810, NULL, NULL),
(14, 'api::tag.tag.find', 1795347107813, 1795347107813, NULL, NULL),
(15, 'api::tag.tag.findOne', 1795347107816, 1795347107816, NULL, NULL),
(16, 'api::author.author.find', 1795347107819, 1795347107819, NULL, NULL),
(17, 'api::author.author.findOne', 1795347107822, 1795347107822, NULL, NULL),
(18, 'api::detail.detail.find', 1795347107830, 1795347107830, NULL, NULL),
(19, 'api::detail.detail.findOne', 1795347107836, 1795347107836, NULL, NULL),
(20, 'api::menu-item.menu-item.find', 1795347107839, 1795347107839, NULL, NULL),
(21, 'api::menu-item.menu-item.findOne', 1795347107842, 1795347107842, NULL, NULL),
(22, 'api::specimen.specimen.find', 1795347107845, 1795347107845, NULL, NULL),
(23, 'api::specimen.specimen.findOne', 1795347107848, 1795347107848, NULL, NULL),
(24, 'api::note.note.find', 1795347107851, 1795347107851, NULL, NULL),
(25, 'api::note.note.findOne', 1795347107854, 1795347107854, NULL, NULL),
(26, 'api::homepage.homepage.find', 1795347107857, 1795347107857, NULL, NULL),
(27, 'api::setting.setting.find', 1795347107859, 1795347107859, NULL, NULL),
(28, 'api::article.article.find', 1795347107863, 1795347107863, NULL, NULL),
(29, 'api::article.article.findOne', 1795347107866, 1795347107866, NULL, NULL),
(30, 'api::article.article.create', 1795347107868, 1795347107868, NULL, NULL),
(31, 'api::article.article.update', 1795347107871, 1795347107871, NULL, NULL),
(32, 'api::article.article.delete', 1795347107873, 1795347107873, NULL, NULL),
(33, 'api::category.category.find', 1795347107876, 1795347107876, NULL, NULL),
(34, 'api::category.category.findOne', 1795347107879, 1795347107879, NULL, NULL),
(35, 'api::category.category.create', 1795347107882, 1795347107882, NULL, NULL),
(36, 'api::category.category.update', 1795347107885, 1795347107885, NULL, NULL),
(37, 'api::category.category.delete', 1795347107888, 1795347107888, NULL, NULL),
(38, 'api::tag.tag.find', 1795347107891, 1795347107891, NULL, NULL),
(39, 'api::tag.tag.findOne', 1795347107894, 1795347107894, NULL, NULL),
(40, 'api::tag.tag.create', 1795347107897, 1795347107897, NULL, NULL),
(41, 'api::tag.tag.update', 1795347107900, 1795347107900, NULL, NULL),
(42, 'api::tag.tag.delete', 1795347107902, 1795347107902, NULL, NULL),
(43, 'api::author.author.find', 1795347107908, 1795347107908, NULL, NULL),
(44, 'api::author.author.findOne', 1795347107912, 1795347107912, NULL, NULL),
(45, 'api::author.author.create', 1795347107915, 1795347107915, NULL, NULL),
(46, 'api::author.author.update', 1795347107919, 1795347107919, NULL, NULL),
(47, 'api::author.author.delete', 1795347107922, 1795347107922, NULL, NULL),
(48, 'api::detail.detail.find', 1795347107925, 1795347107925, NULL, NULL),
(49, 'api::detail.detail.findOne', 1795347107928, 1795347107928, NULL, NULL),
(50, 'api::detail.detail.create', 1795347107931, 1795347107931, NULL, NULL),
(51, 'api::detail.detail.update', 1795347107934, 1795347107934, NULL, NULL),
(52, 'api::detail.detail.delete', 1795347107937, 1795347107937, NULL, NULL),
(53, 'api::menu-item.menu-item.find', 1795347107940, 1795347107940, NULL, NULL),
(54, 'api::menu-item.menu-item.findOne', 1795347107943, 1795347107943, NULL, NULL),
(55, 'api::menu-item.menu-item.create', 1795347107946, 1795347107946, NULL, NULL),
(56, 'api::menu-item.menu-item.update', 1795347107954, 1795347107954, NULL, NULL),
(57, 'api::menu-item.menu-item.delete', 1795347107957, 1795347107957, NULL, NULL),
(58, 'api::specimen.specimen.find', 1795347107960, 1795347107960, NULL, NULL),
(59, 'api::specimen.specimen.findOne', 1795347107963, 1795347107963, NULL, NULL),
(60, 'api::specimen.specimen.create', 1795347107967, 1795347107967, NULL, NULL),
(61, 'api::specimen.specimen.update', 1795347107971, 1795347107971, NULL, NULL),
(62, 'api::specimen.specimen.delete', 1795347107974, 1795347107974, NULL, NULL),
(63, 'api::note.note.find', 1795347107977, 1795347107977, NULL, NULL),
(64, 'api::note.note.findOne', 1795347107981, 1795347107981, NULL, NULL),
(65, 'api::note.note.create', 1795347107984, 1795347107984, NULL, NULL),
(66, 'api::note.note.update', 1795347107988, 1795347107988, NULL, NULL),
(67, 'api::note.note.delete', 1795347107991, 1795347107991, NULL, NULL),
(68, 'api::article.article.createLocalization', 1795347107994, 1795347107994, NULL, NULL),
(69, 'api::homepage.homepage.find', 1795347107997, 1795347107997, NULL, NULL),
(70, 'api::homepage.homepage.update', 1795347108000, 1795347108000, NULL, NULL),
(71, 'api::homepage.homepage.delete', 1795347108004, 1795347108004, NULL, NULL),
(72, 'api::setting.setting.find', 1795347108008, 1795347108008, NULL, NULL),
(73, 'api::setting.setting.update', 1795347108011, 1795347108011, NULL, NULL),
(74, 'api::setting.setting.delete', 1795347108014, 1795347108014, NULL, NULL),
(75, 'plugin::upload.content-api.find', 1795347108017, 1795347108017, NULL, NULL),
(76, 'plugin::upload.content-api.findOne', 1795347108020, 1795347108020, NULL, NULL),
(77, 'plugin::upload.content-api.upload', 1795347108022, 1795347108022, NULL, NULL),
(78, 'plugin::upload.content-api.destroy', 1795347108025, 1795347108025, NULL, NULL),
(79, 'plugin::i18n.locales.listLocales', 1795347108028, 1795347108028, NULL, NULL),
(80, 'api::article.article.find', 1795347108031, 1795347108031, NULL, NULL),
(81, 'api::article.article.findOne', 1795347108035, 1795347108035, NULL, NULL),
(82, 'api::article.article.create', 1795347108038, 1795347108038, NULL, NULL),
(83, 'api::article.article.update', 1795347108042, 1795347108042, NULL, NULL),
(84, 'api::article.article.delete', 1795347108045, 1795347108045, NULL, NULL),
(85, 'api::category.category.find', 1795347108049, 1795347108049, NULL, NULL),
(86, 'api::category.category.findOne', 1795347108053, 1795347108053, NULL, NULL),
(87, 'api::category.category.create', 1795347108056, 1795347108056, NULL, NULL),
(88, 'api::category.category.update', 1795347108059, 1795347108059, NULL, NULL),
(89, 'api::category.category.delete', 1795347108061, 1795347108061, NULL, NULL),
(90, 'api::tag.tag.find', 1795347108064, 1795347108064, NULL, NULL),
(91, 'api::tag.tag.findOne', 1795347108067, 1795347108067, NULL, NULL),
(92, 'api::tag.tag.create', 1795347108069, 1795347108069, NULL, NULL),
(93, 'api::tag.tag.update', 1795347108072, 1795347108072, NULL, NULL),
(94, 'api::tag.tag.delete', 1795347108075, 1795347108075, NULL, NULL),
(95, 'api::author.author.find', 1795347108077, 1795347108077, NULL, NULL),
(96, 'api::author.author.findOne', 1795347108080, 1795347108080, NULL, NULL),
(97, 'api::author.author.create', 1795347108083, 1795347108083, NULL, NULL),
(98, 'api::author.author.update', 1795347108086, 1795347108086, NULL, NULL),
(99, 'api::author.author.delete', 1795347108089, 1795347108089, NULL, NULL),
(100, 'api::detail.detail.find', 1795347108092, 1795347108092, NULL, NULL),
(101, 'api::detail.detail.findOne', 1795347108094, 1795347108094, NULL, NULL),
(102, 'api::detail.detail.create', 1795347108097, 1795347108097, NULL, NULL),
(103, 'api::detail.detail.update', 1795347108100, 1795347108100, NULL, NULL),
(104, 'api::detail.detail.delete', 1795347108103, 1795347108103, NULL, NULL),
(105, 'api::menu-item.menu-item.find', 1795347108105, 1795347108105, NULL, NULL),
(106, 'api::menu-item.menu-item.findOne', 1795347108112, 1795347108112, NULL, NULL),
(107, 'api::menu-item.menu-item.create', 1795347108115, 1795347108115, NULL, NULL),
(108, 'api::menu-item.menu-item.update', 1795347108118, 1795347108118, NULL, NULL),
(109, 'api::menu-item.menu-item.delete', 1795347108121, 1795347108121, NULL, NULL),
(110, 'api::specimen.specimen.find', 1795347108124, 1795347108124, NULL, NULL),
(111, 'api::specimen.specimen.findOne', 1795347108126, 1795347108126, NULL, NULL),
(112, 'api::specimen.specimen.create', 1795347108129, 1795347108129, NULL, NULL),
(113, 'api::specimen.specimen.update', 1795347108132, 1795347108132, NULL, NULL),
(114, 'api::specimen.specimen.delete', 1795347108135, 1795347108135, NULL, NULL),
(115, 'api::note.note.find', 1795347108137, 1795347108137, NULL, NULL),
(116, 'api::note.note.findOne', 1795347108140, 1795347108140, NULL, NULL),
(117, 'api::note.note.create', 1795347108143, 1795347108143, NULL, NULL),
(118, 'api::note.note.update', 1795347108146, 1795347108146, NULL, NULL),
(119, 'api::note.note.delete', 1795347108148, 1795347108148, NULL, NULL),
(120, 'api::memo.memo.find', 1795347108151, 1795347108151, NULL, NULL),
(121, 'api::memo.memo.findOne', 1795347108154, 1795347108154, NULL, NULL),
(122, 'api::memo.memo.create', 1795347108156, 1795347108156, NULL, NULL),
(123, 'api::memo.memo.update', 1795347108159, 1795347108159, NULL, NULL),
(124, 'api::memo.memo.delete', 1795347108161, 1795347108161, NULL, NULL),
(125, 'api::article.article.createLocalization', 1795347108164, 1795347108164, NULL, NULL),
(126, 'api::homepage.homepage.createLocalization', 1795347108167, 1795347108167, NULL, NULL),
(127, 'api::homepage.homepage.find', 1795347108169, 1795347108169, NULL, NULL),
(128, 'api::homepage.homepage.update', 1795347108172, 1795347108172, NULL, NULL),
(129, 'api::homepage.homepage.delete', 1795347108175, 1795347108175, NULL, NULL),
(130, 'api::setting.setting.find', 1795347108178, 1795347108178, NULL, NULL),
(131, 'api::setting.setting.update', 1795347108180, 1795347108180, NULL, NULL),
(132, 'api::setting.setting.delete', 1795347108183, 1795347108183, NULL, NULL),
(133, 'plugin::upload.content-api.find', 1795347108186, 1795347108186, NULL, NULL),
(134, 'plugin::upload.content-api.findOne', 1795347108189, 1795347108189, NULL, NULL),
(135, 'plugin::upload.content-api.upload', 1795347108191, 1795347108191, NULL, NULL),
(136, 'plugin::upload.content-api.destroy', 1795347108194, 1795347108194, NULL, NULL),
(137, 'plugin::i18n.locales.listLocales', 1795347108197, 1795347108197, NULL, NULL),
(138, 'plugin::users-permissions.user.me', 1795347108199, 1795347108199, NULL, NULL),
(139, 'plugin::users-permissions.user.find', 1795347108202, 1795347108202, NULL, NULL),
(140, 'plugin::users-permissions.user.findOne', 1795347108205, 1795347108205, NULL, NULL),
(141, 'plugin::users-permissions.user.count', 1795347108207, 1795347108207, NULL, NULL),
(142, 'plugin::users-permissions.user.create', 1795347108210, 1795347108210, NULL, NULL),
(143, 'plugin::users-permissions.user.update', 1795347108213, 1795347108213, NULL, NULL),
(144, 'plugin::users-permissions.user.destroy', 1795347108216, 1795347108216, NULL, NULL),
(145, 'plugin::users-permissions.role.find', 1795347108218, 1795347108218, NULL, NULL),
(146, 'plugin::users-permissions.role.findOne', 1795347108221, 1795347108221, NULL, NULL),
(147, 'plugin::users-permissions.role.createRole', 1795347108224, 1795347108224, NULL, NULL),
(148, 'plugin::users-permissions.role.updateRole', 1795347108226, 1795347108226, NULL, NULL),
(149, 'plugin::users-permissions.role.deleteRole', 1795347108228, 1795347108228, NULL, NULL),
(150, 'plugin::users-permissions.auth.changePassword', 1795347108231, 1795347108231, NULL, NULL),
(151, 'plugin::users-permissions.permissions.getPermissions', 1795347108233, 1795347108233, NULL, NULL);
CREATE TABLE "up_roles" ("id" INTEGER PRIMARY KEY, "name" varchar(255), "description" varchar(255), "type" varchar(255), "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
INSERT INTO "up_roles" VALUES
(1, 'Authenticated', 'Default role given to authenticated user.', 'authenticated', 1795347106925, 1795347106925, NULL, NULL),
(2, 'Public', 'Default role given to unauthenticated user.', 'public', 1795347106927, 1795347106927, NULL, NULL),
(3, 'Editor', 'May do everything', 'editor', 1795347107800, 1795347107800, NULL, NULL);
CREATE TABLE "up_users" ("id" INTEGER PRIMARY KEY, "username" varchar(255), "email" varchar(255), "provider" varchar(255), "password" varchar(255), "reset_password_token" varchar(255), "confirmation_token" varchar(255), "confirmed" boolean, "blocked" boolean, "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
INSERT INTO "up_users" VALUES
(1, 'alice', 'alice@example.com', 'local', '$2a$10$J7Bbjj5DrScbljwXYfCxfO8oD6Wc8VJEjeI/O6SCYqGIcZeysWUqu', NULL, NULL, 1, 0, 1795347108314, 1795347108314, NULL, NULL),
(2, 'bob', 'bob@example.com', 'local', '$2a$10$F096.nhtOJWqO0d8EorB..8oYG4gKPfOJ7XaY1lzYmqBEC6CCigKi', NULL, NULL, 1, 1, 1795347108378, 1795347108378, NULL, NULL),
(3, 'carol', 'carol@example.com', 'local', '$2a$10$DcA/dD35zYKz0FlW9kjxIOoPeWx4k9f166fgwTiIN6JLPr64mp9d2', NULL, NULL, 0, 0, 1795347108445, 1795347108445, NULL, NULL),
(4, 'erin', 'erin@example.com', 'local', '$2a$10$Wto/NfrHHkaJJvbeyClxVOda6vo1Tx6Djq7J.kdWoI49LAmw/Z6gC', NULL, NULL, 1, 0, 1795347108513, 1795347108513, NULL, NULL);
CREATE TABLE "articles" ("id" INTEGER PRIMARY KEY, "title" varchar(255), "slug" varchar(255), "code" varchar(255), "summary" TEXT, "body" TEXT, "kind" varchar(255), "contact_email" varchar(255), "secret" varchar(255), "internal_note" varchar(255), "publish_date" date, "publish_time" time, "event_at" datetime, "stamped_at" datetime, "rating" INTEGER, "views" bigint, "score" float, "price" float, "featured" boolean, "extra" json, "rich_blocks" json, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "articles" VALUES
(1, 'Alpha launch', 'alpha-launch', 'AA-1', 'First of all', '# Alpha', 'news', 'alpha@example.com', '$2a$10$PyewPsqPyATKwoWxBkIfROCkHzAFmmulUrmy0FPKUhWShBQGglwxG', 'private alpha', '2024-02-29', '08:30:00.000', 1709287200000, 1709287200000, 7, 9007199254740993, 0.5, 12.5, 1, '{"a":1,"b":[1,2,{"c":null}],"s":"x"}', '[{"type":"paragraph","children":[{"type":"text","text":"Hello"}]}]', 1704412800000, 1704499200000, 1704844800000, NULL, NULL, 'en'),
(2, 'Bravo guide', 'bravo-guide', 'AA-2', 'second', 'b', 'review', 'bravo@example.com', '$2a$10$wlaEHXR3K4WKH7JRhda3EukC6/BkZ7RbiqLutp1/v.0q41n5rD8MK', 'private bravo', '2024-03-01', '23:59:59.999', 1709337600000, 1709337600000, 3, 42, 0.25, 99.99, 0, '["x","y"]', NULL, 1704499200000, 1704585600000, 1704931200000, NULL, NULL, 'en'),
(3, 'charlie chef', 'charlie-chef', 'BB-1', NULL, NULL, 'opinion', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 10, 0, 1.0, 0.0, 0, NULL, NULL, 1704585600000, 1704672000000, 1705017600000, NULL, NULL, 'en'),
(4, 'Delta diner', 'delta-diner', 'BB-2', '100% sure_thing', 'd', 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL, 0.0, NULL, 1, '"just a string"', NULL, 1704672000000, 1704758400000, 1705104000000, NULL, NULL, 'en'),
(5, 'Écho étude', 'echo-etude', 'CC-1', 'ÉTÉ à la plage', 'e', 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 5, -5, NULL, -3.14159, NULL, 5, NULL, 1704758400000, 1704844800000, 1705190400000, NULL, NULL, 'en'),
(6, 'Foxtrot draft', 'foxtrot-draft', 'CC-2', 'never published', NULL, 'opinion', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 5, NULL, NULL, NULL, 1, NULL, NULL, 1704844800000, 1704931200000, NULL, NULL, NULL, 'en'),
(7, 'Golf draft', 'golf-draft', NULL, 'another draft', NULL, 'review', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 5, NULL, NULL, NULL, NULL, NULL, NULL, 1704931200000, 1705017600000, NULL, NULL, NULL, 'en'),
(8, 'Hotel bare', 'hotel-bare', NULL, NULL, NULL, 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1705017600000, 1705104000000, 1705449600000, NULL, NULL, 'en'),
(9, 'Lancement alpha', 'lancement-alpha', 'FR-1', 'Premier', '# Alpha fr', 'news', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 5, NULL, NULL, NULL, 0, NULL, NULL, 1705276800000, 1705363200000, 1705708800000, NULL, NULL, 'fr'),
(10, 'Guide bravo', 'guide-bravo', 'FR-2', 'deuxième', 'b fr', 'review', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 5, NULL, NULL, NULL, 0, NULL, NULL, 1705363200000, 1705449600000, NULL, NULL, NULL, 'fr');
CREATE TABLE "authors" ("id" INTEGER PRIMARY KEY, "name" varchar(255), "email" varchar(255), "country" varchar(255), "bio" TEXT, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
INSERT INTO "authors" VALUES
(1, 'Ada Archer', 'ada@example.com', 'FR', 'Writes code', 1795347108765, 1795347108765, 1704067200000, NULL, NULL),
(2, 'Ben Baker', 'ben@example.com', 'DE', NULL, 1795347108768, 1795347108768, 1704153600000, NULL, NULL),
(3, 'Cleo Draft', 'cleo@example.com', 'FR', 'Unpublished author', 1795347108770, 1795347108770, NULL, NULL, NULL),
(4, 'Dan Dune', NULL, NULL, NULL, 1795347108772, 1795347108772, 1704326400000, NULL, NULL);
CREATE TABLE "categories" ("id" INTEGER PRIMARY KEY, "name" varchar(255), "description" TEXT, "rank" INTEGER, "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
INSERT INTO "categories" VALUES
(1, 'Tech', 'Technology', 3, 1795347108757, 1795347108757, 1, 1),
(2, 'Food', 'Eating & drinking', 1, 1795347108759, 1795347108759, 1, 1),
(3, 'Travel', NULL, 2, 1795347108761, 1795347108761, 1, 1),
(4, 'Empty', 'No articles', 3, 1795347108763, 1795347108763, 1, 1);
CREATE TABLE "details" ("id" INTEGER PRIMARY KEY, "note" varchar(255), "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
INSERT INTO "details" VALUES
(1, 'detail one', 1795347108780, 1795347108780, NULL, NULL),
(2, 'detail two', 1795347108782, 1795347108782, NULL, NULL),
(3, 'detail unattached', 1795347108784, 1795347108784, NULL, NULL);
CREATE TABLE "homepages" ("id" INTEGER PRIMARY KEY, "headline" varchar(255), "intro" TEXT, "created_at" datetime, "updated_at" datetime, "published_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER, "locale" varchar(255));
INSERT INTO "homepages" VALUES
(1, 'Welcome', 'Intro en', 1706745600000, 1795347109247, 1706745600000, NULL, NULL, 'en'),
(2, 'Bienvenue', 'Intro fr', 1706832000000, 1795347109250, 1706832000000, NULL, NULL, 'fr');
CREATE TABLE "memos" ("id" INTEGER PRIMARY KEY, "text" varchar(255), "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
INSERT INTO "memos" VALUES
(1, 'top secret', 1795347108774, 1795347108774, NULL, NULL),
(2, 'other secret', 1795347108778, 1795347108778, NULL, NULL);
CREATE TABLE "menu_items" ("id" INTEGER PRIMARY KEY, "label" varchar(255), "url" varchar(255), "position" INTEGER, "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
INSERT INTO "menu_items" VALUES
(1, 'Home', '/', 1, 1795347109060, 1795347109060, NULL, NULL),
(2, 'Docs', '/docs', 2, 1795347109062, 1795347109062, NULL, NULL),
(3, 'API', '/docs/api', 1, 1795347109064, 1795347109064, NULL, NULL),
(4, 'REST', '/docs/api/rest', 1, 1795347109068, 1795347109068, NULL, NULL),
(5, 'Filters', '/docs/api/rest/filters', 1, 1795347109071, 1795347109071, NULL, NULL),
(6, 'GraphQL', '/docs/api/graphql', 2, 1795347109074, 1795347109074, NULL, NULL);
CREATE TABLE "notes" ("id" INTEGER PRIMARY KEY, "text" varchar(255), "target_id" INTEGER, "target_type" varchar(255), "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
INSERT INTO "notes" VALUES
(1, 'about alpha and tech', 1, 'api::article.article', 1795347109234, 1795347109234, NULL, NULL);
CREATE TABLE "settings" ("id" INTEGER PRIMARY KEY, "site_name" varchar(255), "maintenance" boolean, "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
INSERT INTO "settings" VALUES
(1, 'Oracle', 0, 1795347109254, 1795347109254, NULL, NULL);
CREATE TABLE "specimens" ("id" INTEGER PRIMARY KEY, "str" varchar(255), "txt" TEXT, "rich" TEXT, "enm" varchar(255), "mail" varchar(255), "pass" varchar(255), "uid" varchar(255), "priv" varchar(255), "day" date, "tod" time, "at" datetime, "stamp" datetime, "int" INTEGER, "big" bigint, "flt" float, "dec" float, "flag" boolean, "obj" json, "blk" json, "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
INSERT INTO "specimens" VALUES
(1, 'Alpha', 'alpha text', '**a**', 'alpha', 'a@x.io', '$2a$10$1KbbkbXvNOufrNWC6lOrOOftdEFI4ab8sIxXSUjiilo9p6cvoUQ8q', 'alpha', 'p1', '2024-01-01', '00:00:00.000', 1704067200000, 1704067200000, 1, 1, 1.5, 1.25, 1, '{"k":1}', NULL, 1795347109133, 1795347109133, NULL, NULL),
(2, 'alpha', 'ALPHA TEXT', '**b**', 'beta', 'b@x.io', '$2a$10$PjW5JWvffXaBge83pICT6e083ZlziW8O35TBF07LCEzB3l51STNGq', 'alpha-2', 'p2', '2024-06-15', '12:34:56.789', 1718454896789, 1718454896789, 2, 9223372036854775807, -0.1, 1234567890.12, 0, '[1,"two",null]', NULL, 1795347109196, 1795347109196, NULL, NULL),
(3, 'ALPHA%100', '100% of it', NULL, 'gamma', NULL, NULL, 'pct', NULL, '2023-12-31', '23:59:59.999', 1704067199999, 1704067199999, -3, -9223372036854775808, 3.0, 0.1, 0, '"str"', NULL, 1795347109200, 1795347109200, NULL, NULL),
(4, 'alpha_under', 'a_b', NULL, NULL, NULL, NULL, 'under', NULL, NULL, NULL, NULL, NULL, 0, 0, 0.0, 0.0, 1, 0, NULL, 1795347109204, 1795347109204, NULL, NULL),
(5, 'Été', 'école', NULL, NULL, NULL, NULL, 'ete', NULL, NULL, NULL, NULL, NULL, 10, 10, 10.25, 10.005, NULL, 'true', '[{"type":"paragraph","children":[{"type":"text","text":"bk"}]}]', 1795347109207, 1795347109207, NULL, NULL),
(6, 'ÉTÉ', 'ÉCOLE', NULL, NULL, NULL, NULL, 'ete-2', NULL, NULL, NULL, NULL, NULL, 10, 9007199254740993, 0.30000000000000004, 99999999.99, NULL, '{}', NULL, 1795347109211, 1795347109211, NULL, NULL),
(7, '', '', NULL, NULL, NULL, NULL, 'empty', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795347109214, 1795347109214, NULL, NULL),
(8, NULL, NULL, NULL, NULL, NULL, NULL, 'nulls', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795347109218, 1795347109218, NULL, NULL),
(9, '  padded  ', 'null', NULL, NULL, NULL, NULL, 'padded', NULL, NULL, NULL, NULL, NULL, 5, NULL, NULL, NULL, NULL, NULL, NULL, 1795347109225, 1795347109225, NULL, NULL),
(10, 'true', '123', NULL, NULL, NULL, NULL, 'boolish', NULL, NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, 1795347109228, 1795347109228, NULL, NULL),
(11, 'O''Hara "q" \ back', 'emoji 😀 日本', NULL, NULL, NULL, NULL, 'quotes', NULL, NULL, NULL, NULL, NULL, 100, NULL, NULL, NULL, NULL, NULL, NULL, 1795347109230, 1795347109230, NULL, NULL),
(12, 'z,comma', 'x,y', NULL, NULL, NULL, NULL, 'comma', NULL, NULL, NULL, NULL, NULL, 7, NULL, NULL, NULL, NULL, NULL, NULL, 1795347109232, 1795347109232, NULL, NULL);
CREATE TABLE "tags" ("id" INTEGER PRIMARY KEY, "name" varchar(255), "color" varchar(255), "weight" INTEGER, "created_at" datetime, "updated_at" datetime, "created_by_id" INTEGER, "updated_by_id" INTEGER);
INSERT INTO "tags" VALUES
(1, 'javascript', 'red', 0, 1795347108733, 1795347108733, NULL, NULL),
(2, 'typescript', 'green', 2, 1795347108736, 1795347108736, NULL, NULL),
(3, 'node', 'blue', 4, 1795347108738, 1795347108738, NULL, NULL),
(4, 'sql', NULL, 1, 1795347108740, 1795347108740, NULL, NULL),
(5, 'graphql', 'red', 3, 1795347108742, 1795347108742, NULL, NULL),
(6, 'rest', 'green', 0, 1795347108744, 1795347108744, NULL, NULL),
(7, 'testing', 'blue', 2, 1795347108746, 1795347108746, NULL, NULL),
(8, 'ops', NULL, 4, 1795347108748, 1795347108748, NULL, NULL),
(9, 'design', 'red', 1, 1795347108750, 1795347108750, NULL, NULL),
(10, 'speed', 'green', 3, 1795347108751, 1795347108751, NULL, NULL),
(11, 'Élan', 'blue', 0, 1795347108753, 1795347108753, NULL, NULL),
(12, 'ZULU', NULL, 2, 1795347108755, 1795347108755, NULL, NULL);
CREATE TABLE "admin_permissions_role_links" ("id" INTEGER PRIMARY KEY, "permission_id" INTEGER, "role_id" INTEGER, "permission_order" float);
INSERT INTO "admin_permissions_role_links" VALUES
(1, 1, 2, 1.0),
(2, 2, 2, 2.0);
CREATE TABLE "admin_users_roles_links" ("id" INTEGER PRIMARY KEY, "user_id" INTEGER, "role_id" INTEGER, "role_order" float, "user_order" float);
INSERT INTO "admin_users_roles_links" VALUES
(1, 1, 1, 1.0, 1.0);
CREATE TABLE "strapi_api_token_permissions_token_links" ("id" INTEGER PRIMARY KEY, "api_token_permission_id" INTEGER, "api_token_id" INTEGER, "api_token_permission_order" float);
INSERT INTO "strapi_api_token_permissions_token_links" VALUES
(1, 1, 3, 1.0),
(2, 2, 3, 2.0),
(3, 3, 3, 3.0),
(4, 4, 3, 4.0);
CREATE TABLE "strapi_transfer_token_permissions_token_links" ("id" INTEGER PRIMARY KEY, "transfer_token_permission_id" INTEGER, "transfer_token_id" INTEGER, "transfer_token_permission_order" float);
CREATE TABLE "files_related_morphs" ("id" INTEGER PRIMARY KEY, "file_id" INTEGER, "related_id" INTEGER, "related_type" varchar(255), "field" varchar(255), "order" float);
INSERT INTO "files_related_morphs" VALUES
(1, 3, 1, 'api::author.author', 'avatar', 1.0),
(2, 2, 1, 'shared.seo', 'metaImage', 1.0),
(3, 1, 1, 'blocks.gallery', 'images', 1.0),
(4, 2, 1, 'blocks.gallery', 'images', 2.0),
(5, 1, 1, 'api::article.article', 'cover', 1.0),
(6, 2, 1, 'api::article.article', 'attachments', 1.0),
(7, 1, 1, 'api::article.article', 'attachments', 2.0),
(8, 2, 2, 'api::article.article', 'cover', 1.0),
(9, 1, 6, 'api::article.article', 'cover', 1.0),
(10, 1, 3, 'shared.seo', 'metaImage', 1.0);
CREATE TABLE "files_folder_links" ("id" INTEGER PRIMARY KEY, "file_id" INTEGER, "folder_id" INTEGER, "file_order" float);
CREATE TABLE "upload_folders_parent_links" ("id" INTEGER PRIMARY KEY, "folder_id" INTEGER, "inv_folder_id" INTEGER, "folder_order" float);
CREATE TABLE "up_permissions_role_links" ("id" INTEGER PRIMARY KEY, "permission_id" INTEGER, "role_id" INTEGER, "permission_order" float);
INSERT INTO "up_permissions_role_links" VALUES
(1, 1, 1, 1.0),
(2, 2, 1, 2.0),
(3, 3, 2, 1.0),
(4, 4, 2, 2.0),
(5, 5, 2, 3.0),
(6, 6, 2, 4.0),
(7, 7, 2, 5.0),
(8, 8, 2, 6.0),
(9, 9, 2, 7.0),
(10, 10, 2, 8.0),
(11, 11, 2, 9.0),
(12, 12, 2, 10.0),
(13, 13, 2, 11.0),
(14, 14, 2, 12.0),
(15, 15, 2, 13.0),
(16, 16, 2, 14.0),
(17, 17, 2, 15.0),
(18, 18, 2, 16.0),
(19, 19, 2, 17.0),
(20, 20, 2, 18.0),
(21, 21, 2, 19.0),
(22, 22, 2, 20.0),
(23, 23, 2, 21.0),
(24, 24, 2, 22.0),
(25, 25, 2, 23.0),
(26, 26, 2, 24.0),
(27, 27, 2, 25.0),
(28, 28, 1, 3.0),
(29, 29, 1, 4.0),
(30, 30, 1, 5.0),
(31, 31, 1, 6.0),
(32, 32, 1, 7.0),
(33, 33, 1, 8.0),
(34, 34, 1, 9.0),
(35, 35, 1, 10.0),
(36, 36, 1, 11.0),
(37, 37, 1, 12.0),
(38, 38, 1, 13.0),
(39, 39, 1, 14.0),
(40, 40, 1, 15.0),
(41, 41, 1, 16.0),
(42, 42, 1, 17.0),
(43, 43, 1, 18.0),
(44, 44, 1, 19.0),
(45, 45, 1, 20.0),
(46, 46, 1, 21.0),
(47, 47, 1, 22.0),
(48, 48, 1, 23.0),
(49, 49, 1, 24.0),
(50, 50, 1, 25.0),
(51, 51, 1, 26.0),
(52, 52, 1, 27.0),
(53, 53, 1, 28.0),
(54, 54, 1, 29.0),
(55, 55, 1, 30.0),
(56, 56, 1, 31.0),
(57, 57, 1, 32.0),
(58, 58, 1, 33.0),
(59, 59, 1, 34.0),
(60, 60, 1, 35.0),
(61, 61, 1, 36.0),
(62, 62, 1, 37.0),
(63, 63, 1, 38.0),
(64, 64, 1, 39.0),
(65, 65, 1, 40.0),
(66, 66, 1, 41.0),
(67, 67, 1, 42.0),
(68, 68, 1, 43.0),
(69, 69, 1, 44.0),
(70, 70, 1, 45.0),
(71, 71, 1, 46.0),
(72, 72, 1, 47.0),
(73, 73, 1, 48.0),
(74, 74, 1, 49.0),
(75, 75, 1, 50.0),
(76, 76, 1, 51.0),
(77, 77, 1, 52.0),
(78, 78, 1, 53.0),
(79, 79, 1, 54.0),
(80, 80, 3, 1.0),
(81, 81, 3, 2.0),
(82, 82, 3, 3.0),
(83, 83, 3, 4.0),
(84, 84, 3, 5.0),
(85, 85, 3, 6.0),
(86, 86, 3, 7.0),
(87, 87, 3, 8.0),
(88, 88, 3, 9.0),
(89, 89, 3, 10.0),
(90, 90, 3, 11.0),
(91, 91, 3, 12.0),
(92, 92, 3, 13.0),
(93, 93, 3, 14.0),
(94, 94, 3, 15.0),
(95, 95, 3, 16.0),
(96, 96, 3, 17.0),
(97, 97, 3, 18.0),
(98, 98, 3, 19.0),
(99, 99, 3, 20.0),
(100, 100, 3, 21.0),
(101, 101, 3, 22.0),
(102, 102, 3, 23.0),
(103, 103, 3, 24.0),
(104, 104, 3, 25.0),
(105, 105, 3, 26.0),
(106, 106, 3, 27.0),
(107, 107, 3, 28.0),
(108, 108, 3, 29.0),
(109, 109, 3, 30.0),
(110, 110, 3, 31.0),
(111, 111, 3, 32.0),
(112, 112, 3, 33.0),
(113, 113, 3, 34.0),
(114, 114, 3, 35.0),
(115, 115, 3, 36.0),
(116, 116, 3, 37.0),
(117, 117, 3, 38.0),
(118, 118, 3, 39.0),
(119, 119, 3, 40.0),
(120, 120, 3, 41.0),
(121, 121, 3, 42.0),
(122, 122, 3, 43.0),
(123, 123, 3, 44.0),
(124, 124, 3, 45.0),
(125, 125, 3, 46.0),
(126, 126, 3, 47.0),
(127, 127, 3, 48.0),
(128, 128, 3, 49.0),
(129, 129, 3, 50.0),
(130, 130, 3, 51.0),
(131, 131, 3, 52.0),
(132, 132, 3, 53.0),
(133, 133, 3, 54.0),
(134, 134, 3, 55.0),
(135, 135, 3, 56.0),
(136, 136, 3, 57.0),
(137, 137, 3, 58.0),
(138, 138, 3, 59.0),
(139, 139, 3, 60.0),
(140, 140, 3, 61.0),
(141, 141, 3, 62.0),
(142, 142, 3, 63.0),
(143, 143, 3, 64.0),
(144, 144, 3, 65.0),
(145, 145, 3, 66.0),
(146, 146, 3, 67.0),
(147, 147, 3, 68.0),
(148, 148, 3, 69.0),
(149, 149, 3, 70.0),
(150, 150, 3, 71.0),
(151, 151, 3, 72.0);
CREATE TABLE "up_users_role_links" ("id" INTEGER PRIMARY KEY, "user_id" INTEGER, "role_id" INTEGER, "user_order" float);
INSERT INTO "up_users_role_links" VALUES
(1, 1, 1, 1.0),
(2, 2, 1, 2.0),
(3, 3, 1, 3.0),
(4, 4, 3, 1.0);
CREATE TABLE "articles_components" ("id" INTEGER PRIMARY KEY, "entity_id" INTEGER, "component_id" INTEGER, "component_type" varchar(255), "field" varchar(255), "order" float);
INSERT INTO "articles_components" VALUES
(1, 1, 1, 'shared.seo', 'seo', NULL),
(2, 1, 2, 'shared.link', 'links', 1.0),
(3, 1, 3, 'shared.link', 'links', 2.0),
(4, 1, 1, 'blocks.quote', 'zone', 1.0),
(5, 1, 1, 'blocks.gallery', 'zone', 2.0),
(6, 1, 2, 'blocks.quote', 'zone', 3.0),
(7, 2, 2, 'shared.seo', 'seo', NULL);
CREATE TABLE "articles_category_links" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "category_id" INTEGER, "article_order" float);
INSERT INTO "articles_category_links" VALUES
(1, 1, 1, 1.0),
(2, 2, 1, 2.0),
(3, 3, 2, 1.0),
(4, 4, 2, 2.0),
(5, 5, 3, 1.0),
(6, 6, 1, 3.0),
(7, 7, 3, 2.0),
(8, 9, 1, 4.0),
(9, 10, 2, 3.0);
CREATE TABLE "articles_tags_links" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "tag_id" INTEGER, "tag_order" float, "article_order" float);
INSERT INTO "articles_tags_links" VALUES
(1, 1, 1, 1.0, 1.0),
(2, 1, 2, 2.0, 1.0),
(3, 1, 3, 3.0, 1.0),
(4, 2, 2, 1.0, 2.0),
(5, 3, 4, 1.0, 1.0),
(6, 3, 5, 2.0, 1.0),
(7, 3, 6, 3.0, 1.0),
(8, 5, 1, 1.0, 2.0),
(9, 5, 11, 2.0, 1.0),
(10, 6, 1, 1.0, 3.0),
(11, 6, 2, 2.0, 3.0),
(12, 7, 3, 1.0, 2.0),
(13, 9, 1, 1.0, 4.0),
(14, 10, 2, 1.0, 4.0);
CREATE TABLE "articles_author_links" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "author_id" INTEGER, "article_order" float);
INSERT INTO "articles_author_links" VALUES
(1, 1, 1, 1.0),
(2, 2, 2, 1.0),
(3, 3, 1, 2.0),
(4, 4, 2, 2.0),
(5, 5, 3, 1.0),
(6, 6, 1, 3.0),
(7, 7, 4, 1.0),
(8, 9, 1, 4.0),
(9, 10, 2, 3.0);
CREATE TABLE "articles_detail_links" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "detail_id" INTEGER);
INSERT INTO "articles_detail_links" VALUES
(1, 1, 1),
(2, 2, 2);
CREATE TABLE "articles_main_tag_links" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "tag_id" INTEGER);
INSERT INTO "articles_main_tag_links" VALUES
(1, 1, 5),
(2, 2, 1);
CREATE TABLE "articles_way_tags_links" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "tag_id" INTEGER, "tag_order" float);
INSERT INTO "articles_way_tags_links" VALUES
(1, 1, 3, 1.0),
(2, 1, 1, 2.0);
CREATE TABLE "articles_related_links" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "inv_article_id" INTEGER, "article_order" float);
INSERT INTO "articles_related_links" VALUES
(1, 1, 2, 1.0),
(2, 1, 7, 2.0),
(3, 2, 1, 1.0);
CREATE TABLE "articles_memo_links" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "memo_id" INTEGER);
INSERT INTO "articles_memo_links" VALUES
(1, 1, 1);
CREATE TABLE "articles_owner_links" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "user_id" INTEGER);
INSERT INTO "articles_owner_links" VALUES
(1, 1, 1);
CREATE TABLE "articles_localizations_links" ("id" INTEGER PRIMARY KEY, "article_id" INTEGER, "inv_article_id" INTEGER, "article_order" float);
INSERT INTO "articles_localizations_links" VALUES
(1, 1, 9, 1.0),
(2, 9, 1, 1.0),
(3, 2, 10, 1.0),
(4, 10, 2, 1.0);
CREATE TABLE "homepages_components" ("id" INTEGER PRIMARY KEY, "entity_id" INTEGER, "component_id" INTEGER, "component_type" varchar(255), "field" varchar(255), "order" float);
INSERT INTO "homepages_components" VALUES
(1, 1, 3, 'shared.seo', 'seo', NULL);
CREATE TABLE "homepages_featured_links" ("id" INTEGER PRIMARY KEY, "homepage_id" INTEGER, "article_id" INTEGER, "article_order" float);
INSERT INTO "homepages_featured_links" VALUES
(1, 1, 2, 1.0),
(2, 1, 1, 2.0),
(3, 2, 9, 1.0);
CREATE TABLE "homepages_localizations_links" ("id" INTEGER PRIMARY KEY, "homepage_id" INTEGER, "inv_homepage_id" INTEGER, "homepage_order" float);
INSERT INTO "homepages_localizations_links" VALUES
(1, 1, 2, 1.0),
(2, 2, 1, 1.0);
CREATE TABLE "menu_items_parent_links" ("id" INTEGER PRIMARY KEY, "menu_item_id" INTEGER, "inv_menu_item_id" INTEGER, "menu_item_order" float);
INSERT INTO "menu_items_parent_links" VALUES
(1, 3, 2, 1.0),
(2, 4, 3, 1.0),
(3, 5, 4, 1.0),
(4, 6, 3, 2.0);
CREATE TABLE "notes_subjects_morphs" ("id" INTEGER PRIMARY KEY, "note_id" INTEGER, "subjects_id" INTEGER, "subjects_type" varchar(255), "field" varchar(255), "order" float);
INSERT INTO "notes_subjects_morphs" VALUES
(1, 1, 1, 'api::article.article', NULL, 1.0),
(2, 1, 1, 'api::category.category', NULL, 2.0);
CREATE TABLE "components_shared_seo_components" ("id" INTEGER PRIMARY KEY, "entity_id" INTEGER, "component_id" INTEGER, "component_type" varchar(255), "field" varchar(255), "order" float);
INSERT INTO "components_shared_seo_components" VALUES
(1, 1, 1, 'shared.link', 'canonical', NULL);
CREATE TABLE "components_blocks_quote_author_links" ("id" INTEGER PRIMARY KEY, "quote_id" INTEGER, "author_id" INTEGER);
INSERT INTO "components_blocks_quote_author_links" VALUES
(1, 1, 1),
(2, 2, 3);
CREATE TABLE "components_blocks_gallery_components" ("id" INTEGER PRIMARY KEY, "entity_id" INTEGER, "component_id" INTEGER, "component_type" varchar(255), "field" varchar(255), "order" float);
INSERT INTO "components_blocks_gallery_components" VALUES
(1, 1, 4, 'shared.link', 'links', 1.0);
