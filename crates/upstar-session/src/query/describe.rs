//! The schema of a query: what its fields are called, what they hold and what they mean, from the
//! one definition that also gives its JSON and its arguments on a command line.

use crate::query::QueryInfo;
use crate::question::PositionSpec;
use serde::de::{Deserializer, Error as _, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use upstar_base::{Play, Player};
use upstar_theory::compound::Compound;

/// Data with a JSON Schema.
pub trait Described {
    /// What it is, in words: the doc comment of its definition.
    fn doc() -> String {
        String::new()
    }

    /// Its JSON Schema.
    fn schema() -> Value;

    /// The position among its fields.
    fn spec(&self) -> Option<&PositionSpec> {
        None
    }

    /// The same, to be changed.
    fn spec_mut(&mut self) -> Option<&mut PositionSpec> {
        None
    }

    /// Its fields as arguments of a command line, where it is a struct.
    #[cfg(feature = "clap")]
    fn arguments() -> Option<QueryArguments> {
        None
    }
}

/// Data as arguments of a command line.
#[cfg(feature = "clap")]
#[derive(Clone, Copy, Debug)]
pub struct QueryArguments {
    /// Adds them to a command, with what the data are in words.
    pub define: fn(clap::Command) -> clap::Command,
    /// Returns the data as JSON.
    pub read: fn(&clap::ArgMatches) -> Result<Value, clap::Error>,
    /// Whether a position is among them.
    pub has_spec: bool,
}

/// A field of a struct, as [`described!`] notes it.
pub(crate) struct FieldNote {
    pub(crate) name: &'static str,
    /// Its attributes, doc comments among them, as they are written.
    pub(crate) attributes: &'static [&'static str],
    pub(crate) schema: fn() -> Value,
}

/// Returns the text of the doc comments among some attributes.
pub(crate) fn doc_of(attributes: &[&str]) -> String {
    let line = |attribute: &&str| {
        let text = attribute.strip_prefix("doc")?.trim_start().strip_prefix('=')?.trim();
        let text = match text.strip_prefix('r') {
            Some(raw) => raw.trim_matches('#').to_owned(),
            None => text.replace("\\\"", "\"").replace("\\\\", "\\"),
        };
        let text = text.strip_prefix('"')?.strip_suffix('"')?;
        Some(text.trim().to_owned())
    };
    let lines: Vec<String> = attributes.iter().filter_map(line).collect();
    lines.join("\n").trim().to_owned()
}

/// Returns the schema of a struct; the fields of a flattened one are its own.
pub(crate) fn object(doc: &str, fields: &[FieldNote]) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for FieldNote { name, attributes, schema } in fields {
        let has = |word: &str| attributes.iter().any(|text| text.replace(' ', "").contains(word));
        let mut schema = schema();
        if has("serde(flatten)") {
            if let Some(Value::Object(inner)) = schema.get_mut("properties").map(Value::take) {
                properties.extend(inner);
            }
            required.extend(schema["required"].as_array().cloned().unwrap_or_default());
            continue;
        }
        let is_optional = schema.get("optional").is_some();
        if let (Value::Object(schema), doc) = (&mut schema, doc_of(attributes)) {
            schema.remove("optional");
            schema.insert("description".to_owned(), Value::String(doc.replace('\n', " ")));
        }
        properties.insert((*name).to_owned(), schema);
        if !is_optional && !has("serde(default") {
            required.push(Value::String((*name).to_owned()));
        }
    }
    let mut object = json!({ "type": "object", "properties": properties, "required": required });
    if !doc.is_empty() {
        object["description"] = Value::String(doc.to_owned());
    }
    object
}

/// Returns the schema of a query that is one of several kinds, told apart by the field `tag`.
pub(crate) fn one_of(tag: &str, kinds: &[QueryInfo]) -> Value {
    let kind = |info: &QueryInfo| {
        let mut schema = (info.schema)();
        let mut properties = Map::from_iter([(tag.to_owned(), json!({ "const": info.name }))]);
        if let Some(Value::Object(own)) = schema.get_mut("properties").map(Value::take) {
            properties.extend(own);
        }
        let mut required = vec![Value::String(tag.to_owned())];
        required.extend(schema["required"].as_array().cloned().unwrap_or_default());
        schema["title"] = Value::String(info.name.to_owned());
        schema["properties"] = Value::Object(properties);
        schema["required"] = Value::Array(required);
        schema
    };
    json!({ "type": "object", "oneOf": kinds.iter().map(kind).collect::<Vec<_>>() })
}

/// Defines a struct of plain data that is read from JSON, is a group of arguments of a command
/// line under the feature `clap`, and has a schema. The doc comments serve all three.
macro_rules! described {
    (
        $(#[$meta:meta])*
        pub struct $Name:ident {
            $($(#[$field_meta:meta])* pub $field:ident: $Type:ty,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "clap", derive(clap::Args))]
        pub struct $Name {
            $($(#[$field_meta])* pub $field: $Type,)*
        }

        impl $crate::query::Described for $Name {
            fn doc() -> String {
                $crate::query::describe::doc_of(&[$(stringify!($meta)),*])
            }

            fn schema() -> serde_json::Value {
                let fields = [$($crate::query::describe::FieldNote {
                    name: stringify!($field),
                    attributes: &[$(stringify!($field_meta)),*],
                    schema: <$Type as $crate::query::Described>::schema,
                }),*];
                $crate::query::describe::object(&Self::doc(), &fields)
            }

            fn spec(&self) -> Option<&$crate::question::PositionSpec> {
                let fields: &[&dyn std::any::Any] = &[$(&self.$field),*];
                fields.iter().find_map(|field| field.downcast_ref())
            }

            fn spec_mut(&mut self) -> Option<&mut $crate::question::PositionSpec> {
                $(if let Some(spec) = (&mut self.$field as &mut dyn std::any::Any).downcast_mut() {
                    return Some(spec);
                })*
                None
            }

            #[cfg(feature = "clap")]
            fn arguments() -> Option<$crate::query::QueryArguments> {
                use std::any::TypeId;
                let fields = [$(TypeId::of::<$Type>()),*];
                Some($crate::query::QueryArguments {
                    define: <Self as clap::Args>::augment_args,
                    read: |matches| {
                        let query = <Self as clap::FromArgMatches>::from_arg_matches(matches)?;
                        Ok(serde_json::to_value(query).unwrap_or_default())
                    },
                    has_spec: fields.contains(&TypeId::of::<$crate::question::PositionSpec>()),
                })
            }
        }
    };
}
pub(crate) use described;

macro_rules! plain {
    ($($Type:ty => $schema:tt,)*) => {
        $(impl Described for $Type {
            fn schema() -> Value {
                json!($schema)
            }
        })*
    };
}

plain! {
    String => { "type": "string" },
    bool => { "type": "boolean" },
    u32 => { "type": "integer", "minimum": 0 },
    u64 => { "type": "integer", "minimum": 0 },
    usize => { "type": "integer", "minimum": 0 },
}

impl<T: Described> Described for Option<T> {
    fn schema() -> Value {
        let mut schema = T::schema();
        schema["optional"] = Value::Bool(true);
        schema
    }
}

impl<T: Described> Described for Vec<T> {
    fn schema() -> Value {
        json!({ "type": "array", "items": T::schema() })
    }
}

/// The names that serde gives the variants of an enum.
#[derive(Debug)]
struct Variants(&'static [&'static str]);

impl std::fmt::Display for Variants {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("only the names are wanted")
    }
}

impl std::error::Error for Variants {}

impl serde::de::Error for Variants {
    fn custom<T: std::fmt::Display>(_: T) -> Variants {
        Variants(&[])
    }
}

struct AsksForVariants;

impl<'de> Deserializer<'de> for AsksForVariants {
    type Error = Variants;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Variants> {
        Err(Variants::custom(""))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Variants> {
        Err(Variants(variants))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// Returns the names of the variants of an enum as they are written in JSON, without aliases.
pub(crate) fn variants<T: for<'de> Deserialize<'de> + Serialize>() -> Vec<&'static str> {
    let names = T::deserialize(AsksForVariants).err().map_or(&[][..], |Variants(names)| names);
    let is_written = |name: &str| {
        let value = serde_json::from_value::<T>(Value::from(name)).and_then(serde_json::to_value);
        value.is_ok_and(|written| written == *name)
    };
    names.iter().copied().filter(|name| is_written(name)).collect()
}

macro_rules! choices {
    ($($Type:ty),* $(,)?) => {
        $(impl Described for $Type {
            fn schema() -> Value {
                json!({ "type": "string", "enum": variants::<$Type>() })
            }
        })*
    };
}

choices!(
    Play,
    Player,
    Compound,
    crate::question::Variant,
    crate::question::Endless,
    crate::play::Level,
    crate::query::positions::By,
);
