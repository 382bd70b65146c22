// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Boost's Program Options does the reading; this file words its complaints.
#include "options.hpp"

#include "base/text.hpp"

#include <kapprox/error.hpp>

#include <typeinfo>

#include <fmt/format.h>

namespace kapprox::app {

namespace po = boost::program_options;

namespace {

constexpr int most_threads = 1024;

std::string see_help(const Subcommand& subcommand) {
  return fmt::format("see kapprox help {}.", subcommand.name);
}

[[noreturn]] void refuse(const Subcommand& subcommand, const std::string& what,
                         const std::string& advice) {
  throw InputError(fmt::format("{}: {}; {}", subcommand.name, what,
                               advice.empty() ? see_help(subcommand) : advice));
}

std::vector<std::string> long_names(const Subcommand& subcommand) {
  std::vector<std::string> names;
  for (const auto& option : subcommand.options.options())
    names.push_back("--" + option->long_name());
  return names;
}

[[noreturn]] void refuse_unknown(const Subcommand& subcommand, const std::string& name) {
  const std::vector<std::string> names = long_names(subcommand);
  const std::string near = nearest(name, names);
  refuse(subcommand, fmt::format("option is '{}', but must be {}", name, list_of(names)),
         near.empty() ? "" : fmt::format("did you mean '{}'?", near));
}

// "a whole number", "a number" or "a text": what the value of an option must be.
std::string allowed_value(const Subcommand& subcommand, std::string name) {
  name.erase(0, name.find_first_not_of('-'));
  const po::option_description* option = subcommand.options.find_nothrow(name, false);
  const auto* typed = option == nullptr
                          ? nullptr
                          : dynamic_cast<const po::typed_value_base*>(option->semantic().get());
  if (typed != nullptr && typed->value_type() == typeid(double)) return "a number";
  if (typed != nullptr && typed->value_type() != typeid(std::string)) return "a whole number";
  return "a text";
}

}  // namespace

Options parse_options(const Subcommand& subcommand, std::span<const std::string> arguments) {
  po::options_description all;
  all.add(subcommand.options);
  po::positional_options_description positionals;
  for (const std::string& name : subcommand.positionals) {
    all.add_options()(name.c_str(), po::value<std::string>());
    positionals.add(name.c_str(), 1);
  }
  Options options;
  try {
    using Style = po::command_line_style::style_t;
    const int style = Style::unix_style & ~Style::allow_guessing;
    po::store(po::command_line_parser({arguments.begin(), arguments.end()})
                  .options(all)
                  .positional(positionals)
                  .style(style)
                  .run(),
              options);
  } catch (const po::unknown_option& e) {
    refuse_unknown(subcommand, e.get_option_name());
  } catch (const po::too_many_positional_options_error&) {
    refuse(subcommand,
           fmt::format("there are more arguments than {}",
                       subcommand.positionals.empty() ? "none" : list_of(subcommand.positionals)),
           "");
  } catch (const po::invalid_option_value& e) {
    refuse(
        subcommand,
        fmt::format("{}, but must be {}", e.what(), allowed_value(subcommand, e.get_option_name())),
        "");
  } catch (const po::error& e) {
    refuse(subcommand, e.what(), "");
  }
  for (const std::string& name : subcommand.positionals)
    if (options.count(name) == 0)
      refuse(subcommand, fmt::format("{} is missing, but must be given", name), "");
  return options;
}

void add_set_option(po::options_description& options, const char* help) {
  options.add_options()("set", po::value<std::vector<std::string>>()->value_name("KEY=VALUE"),
                        help);
}

void add_plugins_option(po::options_description& options) {
  options.add_options()("plugins", po::value<std::vector<std::string>>()->value_name("DIR"),
                        "also load the plugins of this folder (repeatable)");
}

void add_threads_option(po::options_description& options, const char* help) {
  options.add_options()("threads", po::value<int>()->value_name("N"), help);
}

std::vector<std::string> texts(const Options& options, const std::string& name) {
  return options.count(name) == 0 ? std::vector<std::string>{}
                                  : options[name].as<std::vector<std::string>>();
}

std::string text(const Options& options, const std::string& name) {
  return options.count(name) == 0 ? std::string{} : options[name].as<std::string>();
}

std::vector<std::filesystem::path> plugin_arguments(const Options& options) {
  const std::vector<std::string> folders = texts(options, "plugins");
  return {folders.begin(), folders.end()};
}

int thread_argument(const Options& options) {
  if (options.count("threads") == 0) return 0;
  const int threads = options["threads"].as<int>();
  if (threads < 1 || threads > most_threads)
    throw InputError(fmt::format(
        "--threads is {}, but must be from 1 to {}; leave it out to use every processor.", threads,
        most_threads));
  return threads;
}

}  // namespace kapprox::app
