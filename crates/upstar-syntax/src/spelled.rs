//! Words and signs, each listed once with its spelling.

/// Declares an enum of which some variants have one spelling.
macro_rules! spelled {
    ($(#[$meta:meta])* $Enum:ident { $($other:tt)* } $($text:literal $name:ident,)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Enum {
            $($other)*
            $(#[doc = concat!("`", $text, "`")]
            $name,)*
        }

        impl $Enum {
            /// Those with one spelling, longer ones before their beginnings.
            pub const SPELLED: &[(&'static str, $Enum)] = &[$(($text, $Enum::$name)),*];

            #[allow(unreachable_patterns)]
            pub(crate) fn spelling(self) -> &'static str {
                match self {
                    $($Enum::$name => $text,)*
                    _ => "",
                }
            }
        }
    };
}

pub(crate) use spelled;
